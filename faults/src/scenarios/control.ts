import { startTraffic } from '../client/traffic.ts'
import { controlSite } from '../house/control-site.ts'
import { inHouses } from './in-houses.ts'
import type { Scenario } from './scenario.ts'
import { settle } from './settle.ts'

/** No fault at all, on a design that is not safe: proves that the checker finds what it looks for. */
export const control: Scenario = {
  name: 'control',
  does: 'reads, asks and writes under a short lock, without any fault; must fail',
  stores: ['sqlite', 'redis'],
  counts: 'conversations',
  count: { short: 4, usual: 10, full: 50 },
  run: plan =>
    inHouses(
      plan,
      { houses: 1, site: async () => controlSite() },
      async (house, { count, random, tick }) => {
        await house.agent.behave({ delay: [0, 400], pieces: 0, step: 0 })
        const traffic = startTraffic(house, {
          random,
          conversations: Math.min(count, 10),
          writers: 3,
          messages: 4,
          workflows: ['queue']
        })
        while (traffic.log.conversations.size < count) await traffic.somethingTold()
        await traffic.finish()
        tick()
        return settle(house, traffic.log, { faults: 0, count })
      }
    )
}
