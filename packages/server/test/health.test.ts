import { expect, it } from 'vitest'
import { openHouse } from './support/house.ts'

it('[S5.1] is alive whatever fails, and ready only when everything answers', async () => {
  let storeWorks = true
  const failing: unknown[] = []
  const house = await openHouse({
    server: {
      readiness: {
        store: async () => {
          if (!storeWorks) throw new Error('a secret path /var/lib/x')
        },
        agent: async () => {}
      },
      onFailure: (error, about) => failing.push([about?.part, String(error)])
    }
  })
  expect(await house.call('/health/ready')).toMatchObject({
    status: 200,
    body: { status: 'ready' }
  })
  storeWorks = false
  const ready = await house.call('/health/ready')
  expect(ready).toMatchObject({
    status: 503,
    body: { code: 'ERR_NOT_READY', issues: [{ path: '/store' }] }
  })
  expect(ready.headers.get('retry-after')).toBe('5')
  expect(ready.text).not.toContain('secret')
  expect(failing).toEqual([['store', 'Error: a secret path /var/lib/x']])
  expect(await house.call('/health/live')).toMatchObject({ status: 200, body: { status: 'live' } })
  await house.close()
})

it('[O10.2] [S5.1] shows agents that are left alone, and answers 503 with Retry-After for them', async () => {
  const house = await openHouse({ engine: { circuit: { failures: 1, rest: 20_000 } } })
  const { conversationId } = await house.start()
  expect(await house.call('/health/ready')).toMatchObject({
    body: { status: 'ready', circuits: { agents: [], conversations: 0 } }
  })
  await house.script({ fault: { kind: 'status', status: 503 } })
  const body = { conversationId, text: 'I want to go to Cuba' }
  expect(await house.call('/api/chat/send', { body })).toMatchObject({ status: 502 })
  expect(await house.call('/health/ready')).toMatchObject({
    status: 200,
    body: { circuits: { agents: [{ channel: 'copilot-studio', state: 'open' }] } }
  })
  const asked = (await house.log()).requests.length
  const refused = await house.call('/api/chat/send', { body })
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'ERR_CIRCUIT_OPEN', retry: 'same-key' }
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(15)
  expect((await house.log()).requests.length).toBe(asked)
  await house.close()
})

it('[S5.3] admits nothing while it drains, and still finishes what runs', async () => {
  const house = await openHouse()
  const { conversationId } = await house.start()
  await house.script({ delayMs: 200 })
  const running = house.send(conversationId, 'I want to go to Cuba')
  while ((await house.log()).requests.length < 2);
  const drained = house.engine.drain(5_000)
  const refused = await house.call('/api/chat/start', { body: {} })
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'ERR_SHUTTING_DOWN', retry: 'same-key', retryAfter: 5 }
  })
  expect((await house.read(conversationId)).messages).toHaveLength(1)
  expect(await running).toMatchObject({ turn: 2, outcome: 'committed' })
  await drained
  await house.close()
})

it('[S5.1] says in the open where the API is described', async () => {
  const house = await openHouse()
  const home = await house.call('/')
  expect(home.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(home.text).toContain('/openapi.json')
  await house.close()
})
