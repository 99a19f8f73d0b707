import { defineWorkflow, TurnwiseError } from '@turnwise/engine'
import { memoryStore } from '@turnwise/stores/memory'
import { expect, it } from 'vitest'
import { openHouse } from './support/house.ts'

const SECRET = 'ENOENT /srv/secret/turnwise.sqlite on db.internal'

it('[S3.2] says 503 when the store does not answer, and nothing of why', async () => {
  const cause = new TurnwiseError('ERR_STORE_UNAVAILABLE', SECRET, {
    retryable: true,
    cause: new Error(SECRET)
  })
  const failing = async (): Promise<never> => {
    throw cause
  }
  const bugs: unknown[] = []
  const failures: [unknown, string | undefined][] = []
  const house = await openHouse({
    engine: { store: { ...memoryStore(), list: failing, admit: failing } },
    server: {
      onBug: error => bugs.push(error),
      onFailure: (error, about) => failures.push([error, about?.requestId])
    }
  })
  for (const [path, body] of [['/api/chat/conversations'], ['/api/chat/start', {}]] as const) {
    const answer = await house.call(path, body === undefined ? {} : { body })
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'ERR_STORE_UNAVAILABLE', retry: 'same-key', retryAfter: 2 }
    })
    expect(answer.text).not.toMatch(/srv|secret|db\.internal|ENOENT/)
    expect(failures.splice(0)).toEqual([[cause, answer.headers.get('x-request-id')]])
  }
  // Control: what is refused on purpose is nobody's failure.
  expect(await house.call('/api/chat/send', { body: {} })).toMatchObject({ status: 400 })
  expect([bugs, failures]).toEqual([[], []])
  await house.close()
})

it('[S3.2] says 500 for a bug, and nothing of it but the id to find it by', async () => {
  const bugs: [unknown, string][] = []
  const bug = new TypeError(SECRET)
  const house = await openHouse({
    engine: {
      store: {
        ...memoryStore(),
        list: async () => {
          throw bug
        }
      }
    },
    server: { onBug: (error, requestId) => bugs.push([error, requestId]) }
  })
  const answer = await house.call('/api/chat/conversations')
  expect(answer).toMatchObject({ status: 500, body: { code: 'ERR_INTERNAL' } })
  expect(answer.text).not.toMatch(/srv|secret|db\.internal|TypeError|stack|\.ts/)
  expect(bugs).toEqual([[bug, answer.headers.get('x-request-id')]])
  await house.close()
})

it('[S6.1] ends a stream whose events cannot be read, so that the client comes back', async () => {
  const bugs: unknown[] = []
  const bug = new TypeError(SECRET)
  const store = memoryStore()
  const house = await openHouse({
    engine: {
      store: {
        ...store,
        async *events(address, after, signal) {
          if (after !== '0') return yield* store.events(address, after, signal)
          throw bug
        }
      }
    },
    server: { onBug: error => bugs.push(error) }
  })
  const { conversationId } = await house.start()
  const stream = await house.call(`/api/chat/conversations/${conversationId}/events`, {
    headers: { 'last-event-id': '0' }
  })
  expect(stream).toMatchObject({ status: 200, text: '' })
  expect(bugs).toEqual([bug])
  await house.close()
})

it('[S3.2] says 503 for a conversation whose workflow is not here', async () => {
  const store = { ...memoryStore(), close: async () => {} }
  const all = await openHouse({ engine: { store } })
  const { conversationId } = await all.start({ workflowId: 'small-talk' })
  const workflow = defineWorkflow({ id: 'other', version: 1, title: 'Another' })
  const other = await openHouse({
    engine: { store, workflows: [workflow], defaultWorkflow: 'other' }
  })
  const headers = { 'idempotency-key': 'k' }
  const call = { body: { conversationId, text: 'hello' }, headers }
  expect(await other.call('/api/chat/send', call)).toMatchObject({
    status: 503,
    body: { code: 'ERR_WORKFLOW_UNAVAILABLE', retry: 'same-key', retryAfter: 30 }
  })
  expect(await all.call('/api/chat/send', call)).toMatchObject({ status: 200, body: { turn: 2 } })
  await all.close()
  await other.close()
})
