import { createClient } from '@turnwise/client'
import type { LiveEvent } from '@turnwise/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TRIP } from '../../server/test/support/trip.ts'
import { type Served, serve } from './support/served.ts'

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())
beforeEach(() => {
  served.interfere((request, next) => next(request))
  served.requests.length = 0
})

const collect = async (turn: AsyncIterable<LiveEvent>): Promise<LiveEvent[]> => {
  const events: LiveEvent[] = []
  for await (const event of turn) events.push(event)
  return events
}

describe('a client', () => {
  it('[S1.1][S6.1] holds a whole conversation', async () => {
    const client = served.client()
    const { workflows, simulatedAgent } = await client.workflows()
    expect(simulatedAgent).toBe(true)
    expect(workflows.map(({ id }) => id)).toContain('travel-request')

    const { conversationId } = await client.start({ workflowId: 'travel-request' }).answer
    let answer = await client.send({ conversationId, text: TRIP[0] }).answer
    for (const text of TRIP.slice(1)) answer = await client.send({ conversationId, text }).answer
    const cardId = answer.messages.find(message => message.cardId)?.cardId ?? ''
    const done = await client.cardAction({ conversationId, cardId, actionId: 'a0' }).answer
    expect(done.workflowState).toMatchObject({ status: 'completed', progress: 1 })

    const view = await client.conversation(conversationId, { limit: 2 })
    expect(view).toMatchObject({ seen: done.seen, before: 6 })
    const older = await client.conversation(conversationId, { before: 6, limit: 100 })
    expect(older.messages[0]?.role).toBe('assistant')
    const { conversations } = await client.conversations({ limit: 1 })
    expect(conversations.map(({ conversationId: id }) => id)).toEqual([conversationId])
    const fork = await client.fork({ conversationId, turn: 2 }).answer
    expect(fork.workflowState.collectedData).toMatchObject({ destination: 'Lisbon' })
    await client.deleteConversation(fork.conversationId)
    expect(await client.stop(conversationId)).toBe(false)
    await client.deleteConversation(conversationId)
    await expect(client.conversation(conversationId)).rejects.toMatchObject({
      name: 'ClientProblem',
      code: 'ERR_CONVERSATION_UNKNOWN',
      problem: { status: 404, retry: 'none' }
    })
  })

  it('[S6.1] tells the events of a turn to everybody who asks, from the beginning', async () => {
    const client = served.client()
    const turn = client.orchestrate({ query: 'I want to go to Sofia' })
    const events = await collect(turn)
    expect(events[0]?.event).toBe('turn-started')
    expect(events.at(-1)).toEqual({ event: 'turn-committed', data: await turn.answer })
    expect(await collect(turn)).toEqual(events)
  })

  it('[S3.1] uses one key for an action, which can be kept over a reload', async () => {
    const first = served.client().start({})
    const answer = await first.answer
    expect(await served.client().start({}, { key: first.key }).answer).toEqual(answer)
    expect(await served.client().start({}).answer).not.toEqual(answer)
  })

  it('[O7.4] sends the newest it has seen, also after the repeat of an older answer', async () => {
    const client = served.client()
    const { conversationId, seen } = await client.start().answer
    const old = client.send({ conversationId, text: 'hello' })
    await old.answer
    expect(served.requests.at(-1)?.headers.get('turnwise-seen')).toBe(seen)
    const newest = await client.send({ conversationId, text: 'hello again' }).answer
    await client.send({ conversationId, text: 'hello' }, { key: old.key }).answer
    await client.send({ conversationId, text: 'and on' }).answer
    expect(served.requests.at(-1)?.headers.get('turnwise-seen')).toBe(newest.seen)
  })

  it('[O7.4] is told when the store has lost a turn, until it reads what is there', async () => {
    const client = served.client()
    const { conversationId } = await client.start().answer
    // As if the store had forgotten the turn after it was acknowledged.
    served.interfere(async (request, next) => {
      const response = await next(request)
      const text = (await response.text()).replace(/"seen":"2\.[^"]+"/, '"seen":"9.lost"')
      return new Response(text, { headers: response.headers })
    })
    await client.send({ conversationId, text: 'hello' }).answer
    served.interfere((request, next) => next(request))
    const refused = client.send({ conversationId, text: 'on' })
    await expect(refused.answer).rejects.toMatchObject({ code: 'ERR_CONVERSATION_REGRESSED' })
    await client.conversation(conversationId)
    expect(await client.send({ conversationId, text: 'on' }).answer).toMatchObject({ turn: 3 })
  })

  it('[S1.3] stops a turn', async () => {
    const client = served.client()
    const { conversationId } = await client.start({ workflowId: 'small-talk' }).answer
    await served.script({ style: 'streamed', stepMs: 50, text: 'word '.repeat(200) })
    const turn = client.send({ conversationId, text: 'tell me everything' })
    for await (const { event } of turn) if (event === 'message-delta') break
    expect(await client.stop(conversationId)).toBe(true)
    expect(await turn.answer).toMatchObject({ outcome: 'stopped' })
  })

  it('[S1.1] asks for a token before each request', async () => {
    let count = 0
    const client = served.client({ getToken: async () => `token-${++count}` })
    await client.workflows()
    await client.start().answer
    const tokens = served.requests.map(({ headers }) => headers.get('authorization'))
    expect(tokens).toEqual(['Bearer token-1', 'Bearer token-2'])
  })

  it('[S1.1] works with any fetch, and with the origin of its page', async () => {
    const paths: string[] = []
    const client = createClient({
      baseUrl: '',
      fetch: (input, init) => {
        paths.push(String(input))
        return fetch(`${served.url}${String(input)}`, init)
      }
    })
    await client.conversations({ limit: 1 })
    expect(paths).toEqual(['/api/chat/conversations?limit=1'])
  })
})

describe('the live events of a conversation', () => {
  it('[S6.1] go on until they are told to stop', async () => {
    const client = served.client()
    const { conversationId } = await client.start().answer
    const leave = new AbortController()
    const turns: number[] = []
    for await (const { event, data } of client.events(conversationId, {
      after: '0',
      signal: leave.signal
    })) {
      if (event !== 'turn-committed') continue
      turns.push(data.turn)
      if (data.turn === 3) leave.abort()
      else await client.send({ conversationId, text: 'hello' }).answer
    }
    expect(turns).toEqual([1, 2, 3])
  })

  it('[S3.2] end with a problem for an unknown conversation', async () => {
    const events = served.client().events('unknown')[Symbol.asyncIterator]()
    await expect(events.next()).rejects.toMatchObject({ code: 'ERR_CONVERSATION_UNKNOWN' })
  })
})
