import { setTimeout as sleep } from 'node:timers/promises'
import { startTraffic } from '../client/traffic.ts'
import { redisSite } from '../redis/site.ts'
import { inHouses } from './in-houses.ts'
import type { Outcome, Plan } from './scenario.ts'
import { settle } from './settle.ts'

/**
 * Kills Redis under traffic and starts it again, time after time.
 *
 * Killing alone loses nothing of what was written, because that stays in the page cache. Where it writes
 * to disk once a second and the disk is slow, though, it answers first and writes up to two seconds
 * later: so it writes always where nothing may be lost.
 *
 * @param loses whether the last 0.2 to 2 seconds of its file are taken away in between
 */
export const crashRedis = (plan: Plan, loses: boolean): Promise<Outcome> =>
  inHouses(
    plan,
    { site: () => redisSite(fsync(loses)), spares: 0 },
    async (house, part, { server, file }) => {
      const { random } = part
      await house.agent.behave({ delay: [0, 30], pieces: 2, step: 5 })
      const traffic = startTraffic(house, {
        random,
        conversations: 4,
        writers: 2,
        messages: 8,
        workflows: ['queue']
      })
      let faults = 0
      for (; faults < part.count && part.time(); faults += 1) {
        await sleep(random.between(300, loses ? 2500 : 800))
        await server.kill()
        if (loses) file.cut(random.between(200, 2000))
        await server.start()
        part.tick()
        await traffic.somethingTold()
      }
      await traffic.finish()
      return settle(house, traffic.log, { faults, lossy: loses })
    }
  )

const fsync = (loses: boolean) => ({ appendfsync: loses ? 'everysec' : 'always' })
