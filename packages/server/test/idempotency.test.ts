import type { TurnAnswer } from '@turnwise/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Call, type House, openHouse, STORES } from './support/house.ts'

describe.each(STORES)('over the %s store', kind => {
  let house: House
  beforeAll(async () => {
    house = await openHouse({ store: kind })
  })
  afterAll(() => house.close())

  const say = (
    conversationId: string,
    text: string,
    headers: Record<string, string> = {}
  ): Promise<Answer> => house.call('/api/chat/send', { body: { conversationId, text }, headers })

  const callsOf = async (text: string): Promise<number> =>
    (await house.log()).requests.filter(({ userInput }) => userInput === text).length

  const keyed = (key = crypto.randomUUID()): { 'idempotency-key': string } => ({
    'idempotency-key': key
  })

  describe('the same key', () => {
    it('[S3.1] brings the same answer without asking the agent again', async () => {
      const { conversationId } = await house.start()
      const key = keyed()
      const first = await say(conversationId, 'I want to go to Bern', key)
      expect(first.headers.has('idempotency-replayed')).toBe(false)
      expect(first.headers.has('x-idempotency-cache-hit')).toBe(false)
      await say(conversationId, 'and back')

      const again = await say(conversationId, 'I want to go to Bern', key)
      expect(again.text).toBe(first.text)
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(again.headers.get('x-idempotency-cache-hit')).toBe('true')
      expect(await callsOf('I want to go to Bern')).toBe(1)
    })

    it('[S3.1] leads a retried start to the same conversation', async () => {
      const call = { body: { workflowId: 'small-talk' }, headers: keyed() }
      const first = await house.call('/api/chat/start', call)
      expect((await house.call('/api/chat/start', call)).text).toBe(first.text)
    })

    it('[S3.1] leads a retried orchestrate without a conversation to the same turn', async () => {
      const call = { body: { query: 'I want to go to Kyoto' }, headers: keyed() }
      const first = await house.call('/api/chat/orchestrate', call)
      expect(first.status).toBe(200)
      expect((await house.call('/api/chat/orchestrate', call)).text).toBe(first.text)
      expect(await callsOf('I want to go to Kyoto')).toBe(1)
    })

    it('[S3.1][O7.1] makes ten concurrent requests one turn with ten equal answers', async () => {
      const { conversationId } = await house.start()
      const key = keyed()
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => say(conversationId, 'I want to go to Quito', key))
      )
      expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
      expect(answers.map(answer => answer.status)).toEqual(Array(10).fill(200))
      expect(await callsOf('I want to go to Quito')).toBe(1)
    })

    it('[S3.1] refuses another body', async () => {
      const { conversationId } = await house.start()
      const key = keyed()
      await say(conversationId, 'I want to go to Graz', key)
      const other = await say(conversationId, 'I want to go to Linz', key)
      expect(other).toMatchObject({
        status: 422,
        body: { code: 'ERR_IDEMPOTENCY_MISMATCH', retry: 'new-key' }
      })
      expect(await callsOf('I want to go to Linz')).toBe(0)
    })

    it('[S3.1] replays a stored failure too', async () => {
      const { conversationId } = await house.start()
      const call = { body: { conversationId, cardId: 'unknown' }, headers: keyed() }
      const first = await house.call('/api/chat/card-action', call)
      const again = await house.call('/api/chat/card-action', call)
      expect(first).toMatchObject({ status: 404, body: { code: 'ERR_CARD_UNKNOWN' } })
      expect(again).toMatchObject({ status: 404, body: { code: 'ERR_CARD_UNKNOWN' } })
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      const headers = { ...call.headers, accept: 'text/event-stream' }
      const streamed = await house.call('/api/chat/card-action', { ...call, headers })
      expect(streamed).toMatchObject({ status: 404, body: { code: 'ERR_CARD_UNKNOWN' } })
      expect(streamed.headers.get('idempotency-replayed')).toBe('true')
    })

    it('[S3.1] tells a client that has waited long enough to come back with it', async () => {
      const hasty = await openHouse({ store: kind, server: { requestTimeout: 200 } })
      const { conversationId } = await hasty.engine
        .startWorkflow({ tenant: 'local', user: 'local' }, {})
        .then(turn => turn.result.then(() => turn))
      await hasty.script({ delayMs: 700 })
      const call = { body: { conversationId, text: 'I want to go to Riga' }, headers: keyed() }
      const first = await hasty.call('/api/chat/send', call)
      expect(first).toMatchObject({
        status: 409,
        body: { code: 'ERR_TURN_RUNNING', retry: 'same-key' }
      })
      expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0)
      let later = first
      while (later.status === 409) later = await hasty.call('/api/chat/send', call)
      expect(later).toMatchObject({ status: 200, body: { turn: 2 } })
      const { requests } = await hasty.log()
      expect(requests.filter(request => request.kind === 'turn')).toHaveLength(1)
      await hasty.close()
    })

    it('[S3.1] belongs to a user, a conversation and a route', async () => {
      const key = keyed()
      const { conversationId: one } = await house.start()
      const { conversationId: two } = await house.start()
      const answers = [
        await say(one, 'I want to go to Pisa', key),
        await say(two, 'I want to go to Pisa', key),
        await house.call('/api/chat/orchestrate', {
          body: { conversationId: one, query: 'I want to go to Pisa' },
          headers: key
        })
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(answers.some(({ headers }) => headers.has('idempotency-replayed'))).toBe(false)
      expect(await callsOf('I want to go to Pisa')).toBe(3)
    })
  })

  describe('the same key, streamed', () => {
    const stream = { accept: 'text/event-stream' }
    /** Asked again and again: what is decided by a race would differ between two of them. */
    const REPEATS = 5

    const repeated = async (path: string, call: Call): Promise<Answer[]> => {
      const answers: Answer[] = []
      for (let round = 0; round < REPEATS; round++) answers.push(await house.call(path, call))
      return answers
    }

    it('[S3.1][S6.1] refuses another body before any event', async () => {
      const { conversationId } = await house.start()
      const key = keyed()
      await say(conversationId, 'I want to go to Ulm', key)
      const call = { body: { conversationId, text: 'to Trier' }, headers: { ...key, ...stream } }
      for (const answer of await repeated('/api/chat/send', call)) {
        expect(answer).toMatchObject({ status: 422, body: { code: 'ERR_IDEMPOTENCY_MISMATCH' } })
      }
      expect(await callsOf('to Trier')).toBe(0)
    })

    it('[S3.1][S6.1] refuses what the client has seen and the store has not', async () => {
      const { conversationId } = await house.start()
      const key = keyed()
      const body = { conversationId, text: 'I want to go to Kiel' }
      const first = await house.call('/api/chat/send', { body, headers: key })
      expect(first.status).toBe(200)
      const seen = { 'turnwise-seen': '99.nobody-wrote-this' }
      const call = { body, headers: { ...key, ...stream, ...seen } }
      for (const answer of await repeated('/api/chat/send', call)) {
        expect(answer).toMatchObject({ status: 412, body: { code: 'ERR_CONVERSATION_REGRESSED' } })
      }
    })

    it('[S3.1][S6.1] says that an answer was there before', async () => {
      const { conversationId } = await house.start()
      const key = keyed()
      const first = await say(conversationId, 'I want to go to Jena', key)
      const call = {
        body: { conversationId, text: 'I want to go to Jena' },
        headers: { ...key, ...stream }
      }
      for (const answer of await repeated('/api/chat/send', call)) {
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toBe('text/event-stream')
        expect(answer.headers.get('idempotency-replayed')).toBe('true')
        expect(answer.text).toContain(`data: ${first.text}`)
      }
      expect(await callsOf('I want to go to Jena')).toBe(1)
    })

    it('[S3.1][S6.1] answers a stored failure with its status', async () => {
      const { conversationId } = await house.start()
      const call = {
        body: { conversationId, cardId: 'unknown' },
        headers: { ...keyed(), ...stream }
      }
      await house.call('/api/chat/card-action', call)
      for (const answer of await repeated('/api/chat/card-action', call)) {
        expect(answer).toMatchObject({ status: 404, body: { code: 'ERR_CARD_UNKNOWN' } })
        expect(answer.headers.get('idempotency-replayed')).toBe('true')
      }
    })
  })

  it('[S3.1] makes every request without a key a turn of its own', async () => {
    const { conversationId } = await house.start()
    const turns = [await say(conversationId, 'hello'), await say(conversationId, 'hello')]
    expect(turns.map(({ body }) => (body as TurnAnswer).turn)).toEqual([2, 3])
  })

  describe('the headers of a key', () => {
    const replays = async (
      first: Record<string, string>,
      second: Record<string, string>
    ): Promise<boolean> => {
      const { conversationId } = await house.start()
      await say(conversationId, 'hello', first)
      return (await say(conversationId, 'hello', second)).headers.has('idempotency-replayed')
    }

    it.each([
      ['the older name', { 'idempotency-key': 'k1' }, { 'x-idempotency-key': 'k1' }],
      [
        'both names',
        { 'idempotency-key': 'k2' },
        { 'idempotency-key': 'k2', 'x-idempotency-key': 'k2' }
      ],
      ['a quoted string', { 'idempotency-key': 'k3' }, { 'idempotency-key': '"k3"' }],
      [
        'escapes in a quoted string',
        { 'idempotency-key': '"a\\"b\\\\c, d"' },
        { 'x-idempotency-key': '"a\\"b\\\\c, d"' }
      ],
      [
        'the longest key',
        { 'idempotency-key': 'x'.repeat(255) },
        { 'idempotency-key': 'x'.repeat(255) }
      ]
    ])('[S3.1] know %s', async (_name, first, second) => {
      expect(await replays(first, second)).toBe(true)
    })

    it.each([
      ['an empty key', { 'idempotency-key': '' }],
      ['an empty quoted key', { 'idempotency-key': '""' }],
      ['a key that is too long', { 'idempotency-key': 'x'.repeat(256) }],
      ['a key outside ASCII', { 'idempotency-key': 'schl\u00fcssel' }],
      ['a quote that does not end', { 'idempotency-key': '"abc' }],
      ['two keys in one name', { 'idempotency-key': 'a, b' }],
      ['two names that differ', { 'idempotency-key': 'a', 'x-idempotency-key': 'b' }]
    ])('[S3.1] refuse %s', async (_name, headers) => {
      const { conversationId } = await house.start()
      expect(await say(conversationId, 'hello', headers)).toMatchObject({
        status: 400,
        body: { code: 'ERR_IDEMPOTENCY_KEY_INVALID' }
      })
    })
  })
})
