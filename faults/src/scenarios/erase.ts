import { Client } from '../client/client.ts'
import { ClientLog } from '../client/log.ts'
import type { Violation } from '../history/observed.ts'
import type { House } from '../house/house.ts'
import type { PointName } from '../worker/failpoints.ts'
import type { Told } from '../worker/subject.ts'
import { inHouses, type Part } from './in-houses.ts'
import type { Outcome, Scenario } from './scenario.ts'
import { siteOn } from './site-on.ts'

/** Where a turn is when its conversation is deleted; `null` when there is none. */
const places: readonly (PointName | null)[] = [
  'admit',
  'asking',
  'agent',
  'journal',
  'committing',
  'commit',
  'ack',
  null
]

/** Deletes conversations at every step of a turn, with another one waiting behind it. */
export const erase: Scenario = {
  name: 'erase',
  does: 'deletes conversations at every step of a turn, with another waiting behind it',
  stores: ['sqlite', 'redis'],
  counts: 'deletions',
  count: { short: 8, usual: 40, full: 200 },
  run: plan => inHouses(plan, { site: siteOn(plan.store), houses: 1, spares: 0 }, eraseEverywhere)
}

const eraseEverywhere = async (house: House, part: Part): Promise<Outcome> => {
  await house.agent.behave({ delay: [0, 10], pieces: 2, step: 1 })
  const client = new Client(house, new ClientLog())
  const run = part.random.between(0, 1e9)
  const violations: Violation[] = []
  let faults = 0
  for (; faults < part.count && part.time(); faults += 1) {
    const place = places[faults % places.length] ?? null
    violations.push(...(await eraseAt(house, client, `erase${run}.${faults}`, place)))
    part.tick()
  }
  const { conversations, acknowledgements, retries } = client.log
  const agentCalls = (await house.agent.calls()).length
  await house.close()
  for (const conversation of conversations)
    for (const left of await house.site.leftovers(conversation))
      violations.push(broken('leftover', conversation, left))
  return {
    count: faults,
    faults,
    acked: acknowledgements.length,
    committed: 0,
    agentCalls,
    violations,
    wasted: { retries }
  }
}

const eraseAt = async (
  house: House,
  client: Client,
  name: string,
  at: PointName | null
): Promise<readonly Violation[]> => {
  const { conversationId: conversation } = await client.start({ key: name, workflow: 'queue' })
  const say = (key: string): Promise<Told> => client.send({ conversation, key: `${name}.${key}` })
  await say('before')
  const workers = house.staff().map(({ worker }) => worker)
  const underWay: Promise<Told>[] = []
  if (at !== null) {
    await Promise.all(workers.map(worker => worker.arm({ at, action: 'hold', conversation })))
    underWay.push(say('held'), say('behind'))
    await Promise.race(workers.map(worker => worker.reached()))
  }
  const erased = await client.erase(conversation)
  for (const worker of workers) worker.release()
  await Promise.all(underWay)

  const found: Violation[] = []
  if (!erased) found.push(broken('tombstone', conversation, 'there was nothing to delete'))
  if ((await client.history(conversation)) !== null)
    found.push(broken('leftover', conversation, 'it can still be read'))
  for (const key of ['before', 'held', 'after'])
    if ((await say(key)).kind !== 'refused')
      found.push(broken('tombstone', conversation, `${key} was answered after the deletion`))
  const again = await client.open({ key: name, workflow: 'queue' })
  if (again.kind !== 'refused')
    found.push(broken('tombstone', conversation, 'a repeated start brought it back'))
  return found
}

const broken = (law: string, conversation: string, detail: string): Violation => ({
  law,
  conversation,
  detail
})
