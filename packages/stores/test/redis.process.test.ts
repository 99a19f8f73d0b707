import type { Store } from '@turnwise/engine'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { describeStore } from './describe-store.ts'
import { redisCases } from './redis-cases.ts'
import { redisHarness, sendTo } from './redis-harness.ts'
import { redisForTests, startRedis } from './redis-server.ts'
import { admission, granted } from './turns.ts'

let server: Awaited<ReturnType<typeof redisForTests>>
let node: Awaited<ReturnType<typeof startRedis>>
beforeAll(async () => {
  server = await redisForTests()
  node = await startRedis({ 'cluster-enabled': 'yes' })
  await sendTo(node.url, ['CLUSTER', 'ADDSLOTSRANGE', '0', '16383'])
  while (!String(await sendTo(node.url, ['CLUSTER', 'INFO'])).includes('cluster_state:ok'))
    await new Promise(resolve => setTimeout(resolve, 50))
})
afterAll(async () => {
  await server.close()
  await node.close()
})
const harness = redisHarness(() => server.url)
const address = admission('').address

describeStore('the Redis store', harness)

// A node of a cluster refuses a script whose keys are not all in one slot.
describeStore(
  'the Redis store on a node of a cluster',
  redisHarness(() => node.url)
)

const opened = async (options: Parameters<typeof harness.open>[0] = {}): Promise<Store> => {
  const store = await harness.open(options)
  onTestFinished(() => store.close())
  return store
}

describe('what is kept in Redis', () => {
  for (const { name, requirements, run } of redisCases)
    it(`[${requirements.join('] [')}] ${name}`, () => run(harness))
})

describe('two workers on one Redis', () => {
  const two = async (): Promise<[Store, Store]> => {
    const one = await opened()
    return [one, await opened(harness.optionsOf(one))]
  }

  it('[S4.4] [O6.1] stop each other’s turns at once', async () => {
    const [one, other] = await two()
    await granted(one, 'start')
    const stopped = one.untilStopped(address, 'start', new AbortController().signal)
    await new Promise(resolve => setTimeout(resolve, 150))
    const began = performance.now()
    expect(await other.stop(address)).toBe(true)
    await stopped
    expect(performance.now() - began).toBeLessThan(1000)
  })

  it('[S4.4] [O7.1] hear each other’s events, and go on with each other’s ids', async () => {
    const [one, other] = await two()
    await granted(one, 'start')
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const said = (text: string) =>
      ({ event: 'message-delta', data: { turn: 1, messageId: '1-0', text } }) as const
    const id = await one.publish(address, 'start', said('one'))
    const events = other.events(address, id, leaving.signal)[Symbol.asyncIterator]()
    const next = events.next()
    await one.publish(address, 'start', said('two'))
    expect((await next).value).toMatchObject(said('two'))
  })

  it('[S4.4] give a key to one of them, and its turn to the other when the first is dead', async () => {
    const [one, other] = await two()
    const owned = (owner: string, lease = 60_000) => admission('start', { owner, lease })
    const answers = await Promise.all([one.admit(owned('1', 500)), other.admit(owned('2', 500))])
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['granted', 'running'])
    await new Promise(resolve => setTimeout(resolve, 600))
    const taken = await Promise.all([one.admit(owned('1')), other.admit(owned('2'))])
    expect(taken.map(({ kind }) => kind).toSorted()).toEqual(['orphan', 'running'])
  })
})
