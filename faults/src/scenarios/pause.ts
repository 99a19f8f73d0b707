import { setTimeout as sleep } from 'node:timers/promises'
import { startTraffic } from '../client/traffic.ts'
import { lease } from '../house/house.ts'
import type { WorkerProcess } from '../house/worker-process.ts'
import type { PointName } from '../worker/failpoints.ts'
import { inHouses } from './in-houses.ts'
import type { Scenario } from './scenario.ts'
import { settle } from './settle.ts'
import { siteOn } from './site-on.ts'

/** Every second pause is at a random moment: a store is safe in neither place alone. */
const places: readonly (PointName | null)[] = [
  'admit',
  null,
  'asking',
  null,
  'agent',
  null,
  'journal',
  null,
  'committing',
  null,
  'commit',
  null
]

/** Stops workers with SIGSTOP for longer than their lease, and lets them go on as if nothing was. */
export const pause: Scenario = {
  name: 'pause',
  does: 'stops workers for 1.2 to 3 leases, at named points and at random moments',
  stores: ['sqlite', 'redis'],
  counts: 'pauses',
  count: { short: 6, usual: 40, full: 400 },
  run: plan =>
    inHouses(
      plan,
      { site: siteOn(plan.store), houses: plan.store === 'redis' ? 2 : 6, spares: 0 },
      async (house, part) => {
        await house.agent.behave({ delay: [0, 60], pieces: 2, step: 5 })
        const traffic = startTraffic(house, {
          random: part.random,
          conversations: 3,
          writers: 2,
          messages: 5,
          workflows: ['queue']
        })
        const first = part.random.between(0, places.length - 1)
        let faults = 0
        for (; faults < part.count && part.time(); faults += 1) {
          const { worker } = await house.anyone()
          const place = places[(first + faults) % places.length] ?? null
          await stop(worker, place, part.random.between(0, 150))
          await sleep(part.random.between(1.2 * lease, 3 * lease))
          worker.signal('SIGCONT')
          part.tick()
          await traffic.somethingTold()
        }
        await traffic.finish()
        return settle(house, traffic.log, { faults })
      }
    )
}

const stop = async (worker: WorkerProcess, at: PointName | null, moment: number): Promise<void> => {
  if (at === null) {
    await sleep(moment)
    worker.signal('SIGSTOP')
  } else {
    await worker.arm({ at, action: 'stop' })
    await worker.reached()
  }
}
