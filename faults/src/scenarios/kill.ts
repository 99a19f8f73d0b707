import { setTimeout as sleep } from 'node:timers/promises'
import { startTraffic, type Traffic } from '../client/traffic.ts'
import type { House } from '../house/house.ts'
import type { PointName } from '../worker/failpoints.ts'
import { inHouses, type Part } from './in-houses.ts'
import type { Scenario } from './scenario.ts'
import { settle } from './settle.ts'
import { siteOn } from './site-on.ts'

const points: readonly PointName[] = [
  'admit',
  'asking',
  'agent',
  'journal',
  're-ask',
  'committing',
  'commit',
  'queue',
  'ack'
]

/** Where workers are killed, in this order; `null` is anywhere, at a random moment. */
const places: readonly (PointName | null)[] = [...points, null, ...points, null, null, null, null]

/** Kills workers with SIGKILL at every named point in turn, and at random moments. */
export const kill: Scenario = {
  name: 'kill',
  does: 'kills workers at each named point of a turn in turn, and at random moments',
  stores: ['sqlite', 'redis'],
  counts: 'kills',
  count: { short: 10, usual: 92, full: 100 * places.length },
  run: plan =>
    inHouses(plan, { site: siteOn(plan.store), spares: 2 }, async (house, part) => {
      await house.agent.behave({ delay: [0, 60], pieces: 2, step: 5 })
      const traffic = startTraffic(house, {
        random: part.random,
        conversations: 4,
        writers: 2,
        messages: 5,
        workflows: ['queue', 'careful', 'safe']
      })
      let faults = 0
      for (; faults < part.count && part.time(); faults += 1) {
        const place = places[faults % places.length] ?? null
        await (place === null ? killAnywhere(house, part) : killAt(house, place))
        part.tick()
        await afterwards(traffic)
      }
      await traffic.finish()
      return settle(house, traffic.log, { faults })
    })
}

const killAt = async (house: House, at: PointName): Promise<void> => {
  const { worker } = await house.anyone()
  await worker.arm({ at, action: 'kill' })
  await worker.ended
}

const killAnywhere = async (house: House, { random }: Part): Promise<void> => {
  const { worker } = await house.anyone()
  await sleep(random.between(0, 150))
  worker.signal('SIGKILL')
  await worker.ended
}

/** Lets the clients hear something, so that kills meet turns and not only each other. */
const afterwards = async (traffic: Traffic): Promise<void> => {
  for (let told = 0; told < 3; told += 1) await traffic.somethingTold()
}
