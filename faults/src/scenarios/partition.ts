import { setTimeout as sleep } from 'node:timers/promises'
import { startTraffic } from '../client/traffic.ts'
import { lease } from '../house/house.ts'
import { redisSite } from '../redis/site.ts'
import type { Wire } from '../redis/wire.ts'
import { inHouses } from './in-houses.ts'
import type { Scenario } from './scenario.ts'
import { settle } from './settle.ts'

/** Ways of cutting a wire, and of healing it. */
const cuts: readonly { hold: (wire: Wire) => void; heal: (wire: Wire) => void }[] = [
  // Both directions, and what was under way is lost.
  { hold: wire => wire.hold('up', 'down'), heal: wire => wire.breakOff() },
  // The store hears the worker, the worker nothing.
  { hold: wire => wire.hold('down'), heal: wire => wire.breakOff() },
  // The worker hears the store, the store nothing.
  { hold: wire => wire.hold('up'), heal: wire => wire.breakOff() },
  // Everything arrives, late: commits of workers that have lost their lease long ago, too.
  { hold: wire => wire.hold('up', 'down'), heal: wire => wire.deliver() },
  { hold: wire => wire.hold('up'), heal: wire => wire.deliver() },
  { hold: wire => wire.hold('down'), heal: wire => wire.deliver() }
]

/** Cuts workers off from Redis. */
export const partition: Scenario = {
  name: 'partition',
  does: 'cuts workers off from Redis: both ways, one way, and with late delivery',
  stores: ['redis'],
  counts: 'partitions',
  count: { short: 4, usual: 24, full: 100 },
  run: plan =>
    inHouses(plan, { site: redisSite, spares: 0 }, async (house, part, { wires }) => {
      const { random } = part
      await house.agent.behave({ delay: [0, 60], pieces: 2, step: 5 })
      const traffic = startTraffic(house, {
        random,
        conversations: 3,
        writers: 2,
        messages: 6,
        workflows: ['queue']
      })
      let faults = 0
      for (; faults < part.count && part.time(); faults += 1) {
        const wire = random.pick(wires)
        const cut = random.pick(cuts)
        await sleep(random.between(0, 300))
        cut.hold(wire)
        await sleep(random.between(0.5 * lease, 3 * lease))
        cut.heal(wire)
        part.tick()
        await traffic.somethingTold()
      }
      await traffic.finish()
      return settle(house, traffic.log, { faults })
    })
}
