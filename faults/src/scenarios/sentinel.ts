import { startTraffic } from '../client/traffic.ts'
import { sentinelSite } from '../redis/sentinel-site.ts'
import { inHouses } from './in-houses.ts'
import type { Scenario } from './scenario.ts'
import { settle } from './settle.ts'

/** Pauses the master until the sentinels have named another, which may not have heard everything. */
export const sentinel: Scenario = {
  name: 'sentinel',
  does: 'fails over from a master that is only paused; lost acknowledgements are counted',
  stores: ['redis'],
  counts: 'failovers',
  count: { short: 1, usual: 4, full: 20 },
  run: plan =>
    inHouses(plan, { houses: 1, site: sentinelSite, spares: 0 }, async (house, part, site) => {
      await house.agent.behave({ delay: [0, 30], pieces: 2, step: 5 })
      const traffic = startTraffic(house, {
        random: part.random,
        conversations: 4,
        writers: 2,
        messages: 8,
        workflows: ['queue']
      })
      let faults = 0
      for (; faults < part.count && part.time(); faults += 1) {
        for (let told = 0; told < 20; told += 1) await traffic.somethingTold()
        await site.failOver()
        part.tick()
      }
      await traffic.finish()
      return settle(house, traffic.log, { faults, lossy: true })
    })
}
