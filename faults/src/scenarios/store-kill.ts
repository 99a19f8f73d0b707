import { setTimeout as sleep } from 'node:timers/promises'
import { startTraffic } from '../client/traffic.ts'
import type { House } from '../house/house.ts'
import { crashRedis } from './crash-redis.ts'
import { inHouses, type Part } from './in-houses.ts'
import type { Outcome, Plan, Scenario } from './scenario.ts'
import { settle } from './settle.ts'
import { siteOn } from './site-on.ts'

/** Kills what keeps the conversations, in the middle of writing: nothing acknowledged may be lost. */
export const storeKill: Scenario = {
  name: 'store-kill',
  does: 'kills Redis and starts it again; for SQLite the process, while it commits',
  stores: ['sqlite', 'redis'],
  counts: 'kills',
  count: { short: 3, usual: 40, full: 200 },
  run: plan => (plan.store === 'redis' ? crashRedis(plan, false) : killProcesses(plan))
}

const killProcesses = (plan: Plan): Promise<Outcome> =>
  inHouses(plan, { site: siteOn(plan.store), spares: 2 }, async (house, part) => {
    await house.agent.behave({ delay: [0, 10], pieces: 0, step: 0 })
    const traffic = startTraffic(house, {
      random: part.random,
      conversations: 4,
      writers: 2,
      messages: 10,
      workflows: ['queue']
    })
    let faults = 0
    for (; faults < part.count && part.time(); faults += 1) {
      await killWhileCommitting(house, part)
      part.tick()
      await traffic.somethingTold()
    }
    await traffic.finish()
    return settle(house, traffic.log, { faults })
  })

/** A commit takes a few milliseconds: the kill falls before, into and after the write to disk. */
const killWhileCommitting = async (house: House, { random }: Part): Promise<void> => {
  const { worker } = await house.anyone()
  await worker.arm({ at: 'committing', action: 'tell' })
  await worker.reached()
  const moment = random.between(-1, 4)
  if (moment >= 0) await sleep(moment)
  worker.signal('SIGKILL')
  await worker.ended
}
