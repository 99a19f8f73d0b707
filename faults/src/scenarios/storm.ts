import { Client } from '../client/client.ts'
import { ClientLog } from '../client/log.ts'
import { inHouses } from './in-houses.ts'
import type { Scenario } from './scenario.ts'
import { settle } from './settle.ts'
import { siteOn } from './site-on.ts'

const parallel = 200
const keysInConversation = 10

/** One key, sent 200 times at once to all workers: one call of the agent, one answer. */
export const storm: Scenario = {
  name: 'storm',
  does: 'sends one key 200 times at once, over all workers',
  stores: ['sqlite', 'redis'],
  counts: 'keys',
  count: { short: 2, usual: 20, full: 100 },
  run: plan =>
    inHouses(
      plan,
      { site: siteOn(plan.store), houses: 1, spares: 0 },
      async (house, { count, random, time, tick }) => {
        await house.agent.behave({ delay: [0, 100], pieces: 3, step: 5 })
        const client = new Client(house, new ClientLog())
        const name = `storm${random.between(0, 1e9)}`
        let conversation = ''
        let keys = 0
        for (; keys < count && time(); keys += 1) {
          if (keys % keysInConversation === 0)
            conversation = (await client.start({ key: `${name}.${keys}`, workflow: 'queue' }))
              .conversationId
          const key = `${name}.${keys} all at once`
          const sending = Array.from({ length: parallel }, () => client.send({ conversation, key }))
          await Promise.all(sending)
          tick()
        }
        return settle(house, client.log, { faults: 0, count: keys })
      }
    )
}
