import { crashRedis } from './crash-redis.ts'
import type { Scenario } from './scenario.ts'

/** Takes away what Redis has acknowledged: it is lost, but nobody goes on as if it were not. */
export const storeLoss: Scenario = {
  name: 'store-loss',
  does: 'kills Redis and cuts off the last 0.2 to 2 seconds of its file; who had seen more is told',
  stores: ['redis'],
  counts: 'losses',
  count: { short: 2, usual: 10, full: 50 },
  run: plan => crashRedis(plan, true)
}
