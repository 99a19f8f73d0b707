import { Client } from '../client/client.ts'
import { ClientLog } from '../client/log.ts'
import { eachOf } from './each-of.ts'
import { inHouses } from './in-houses.ts'
import type { Scenario } from './scenario.ts'
import { settle } from './settle.ts'
import { siteOn } from './site-on.ts'

const messages = 4
const abreast = 64

/** Many conversations and no fault: what holds for few holds for many. */
export const load: Scenario = {
  name: 'load',
  does: 'holds conversations of four messages, 64 at a time',
  stores: ['sqlite', 'redis'],
  counts: 'conversations',
  count: { short: 40, usual: 1000, full: 10_000 },
  run: plan =>
    inHouses(
      plan,
      { site: siteOn(plan.store), houses: 1, spares: 0 },
      async (house, { count, random, time, tick }) => {
        const client = new Client(house, new ClientLog())
        const run = `load${random.between(0, 1e9)}`
        const began = performance.now()
        const names = Array.from({ length: count }, (_, number) => `${run}.${number}`)
        await eachOf(
          names,
          async name => {
            if (!time()) return
            const { conversationId: conversation } = await client.start({
              key: name,
              workflow: 'queue'
            })
            for (let message = 0; message < messages; message += 1)
              await client.send({ conversation, key: `${name}.${message}` })
            tick()
          },
          abreast
        )
        const seconds = (performance.now() - began) / 1000
        const turnsPerSecond = Math.round(client.log.acknowledgements.length / seconds)
        return settle(house, client.log, { faults: 0, count, wasted: { turnsPerSecond } })
      }
    )
}
