import { liveEventData, type TurnAnswer } from '@turnwise/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, openHouse, STORES } from './support/house.ts'
import { collect, eventsOf, type ReadEvent } from './support/read-events.ts'

describe.each(STORES)('over the %s store', kind => {
  let house: House
  beforeAll(async () => {
    house = await openHouse({ store: kind, server: { keepAlive: 50 } })
  })
  afterAll(() => house.close())

  const streamed = { accept: 'text/event-stream' }

  const say = (
    conversationId: string,
    text: string,
    headers: Record<string, string> = {}
  ): Promise<Response> =>
    house.request('/api/chat/send', {
      body: { conversationId, text },
      headers: { ...streamed, ...headers }
    })

  const textOf = (events: readonly ReadEvent[], messageId: string): string =>
    events
      .filter(({ event, data }) => event === 'message-delta' && data.messageId === messageId)
      .map(({ data }) => data.text)
      .join('')

  describe('a turn as a stream', () => {
    it('[S6.1] tells of the turn from its start to its whole answer', async () => {
      const { conversationId } = await house.start()
      await house.script({ style: 'streamed' })
      const response = await say(conversationId, 'I want to go to Lima')
      expect(response.headers.get('content-type')).toBe('text/event-stream')
      const events = await collect(response)

      for (const { event, data } of events) {
        const schema = liveEventData[event as keyof typeof liveEventData]
        expect(schema.parse(data)).toEqual(data)
      }
      const names = events.map(({ event }) => event)
      expect(names[0]).toBe('turn-started')
      expect(names.filter(name => name === 'message-delta').length).toBeGreaterThan(2)
      expect(names.at(-1)).toBe('turn-committed')
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)

      const answer = events.at(-1)?.data as unknown as TurnAnswer
      const message = answer.messages.find(({ kind }) => kind === 'text')
      expect(message?.text?.startsWith(textOf(events, message.id).trimEnd())).toBe(true)
      expect(await house.read(conversationId)).toMatchObject({ seen: answer.seen })
    })

    it('[S6.1] tells of the data while it is being written', async () => {
      const { conversationId } = await house.start()
      await house.script({ style: 'streamed' })
      const events = await collect(
        await say(conversationId, 'I want to go to Lima, two of us, for a conference')
      )
      const told = events.flatMap(({ event, data }) =>
        event === 'data-partial' ? [data.data] : []
      )
      const answer = events.at(-1)?.data as unknown as TurnAnswer
      expect(told.length).toBeGreaterThan(1)
      expect(told.at(-1)).toEqual(answer.workflowState.collectedData)
      const first = events.findIndex(({ event }) => event === 'data-partial')
      expect(first).toBeLessThan(events.findIndex(({ event }) => event === 'message'))
    })

    it.each([
      ['text/event-stream', true],
      ['text/event-stream;q=0.9, application/json;q=0.8', true],
      ['application/json, text/event-stream', true],
      ['text/event-stream, */*;q=0.1', true],
      ['application/json', false],
      ['application/json, text/event-stream;q=0.5', false],
      ['text/event-stream;q=0', false],
      ['*/*', false],
      ['text/*', false],
      ['', false],
      ['nonsense;;q=,', false]
    ])('[S6.1] answers Accept: %s as a stream: %s', async (accept, stream) => {
      const { conversationId } = await house.start()
      const response = await say(conversationId, 'hello', { accept })
      const type = response.headers.get('content-type')
      expect(type).toBe(stream ? 'text/event-stream' : 'application/json')
      await response.text()
    })

    it('[S6.1] goes on where a stream was cut, and asks the agent once', async () => {
      const { conversationId } = await house.start()
      const headers = { 'idempotency-key': crypto.randomUUID() }
      await house.script({ style: 'streamed', stepMs: 20 })
      const received: ReadEvent[] = []
      let response = await say(conversationId, 'I want to go to Cork', headers)
      for (let cut = 0; received.at(-1)?.event !== 'turn-committed'; cut++) {
        expect(cut).toBeLessThan(30)
        for await (const event of eventsOf(response)) {
          received.push(event)
          if (received.length % 3 === 0) break
        }
        const after = { 'last-event-id': received.at(-1)?.id ?? '' }
        response = await say(conversationId, 'I want to go to Cork', { ...headers, ...after })
      }
      await response.body?.cancel()

      const ids = received.map(({ id }) => id).filter(id => id !== '')
      expect(new Set(ids).size).toBe(ids.length)
      const whole: ReadEvent[] = []
      const live = `/api/chat/conversations/${conversationId}/events`
      const all = await house.request(live, { headers: { 'last-event-id': '0' } })
      for await (const event of eventsOf(all)) {
        if (event.data.turn === 2) whole.push(event)
        if (event.event === 'turn-committed' && event.data.turn === 2) break
      }
      const known = received.map(({ event, data }) => ({ event, data }))
      expect(known).toEqual(whole.map(({ event, data }) => ({ event, data })))
      const { requests } = await house.log()
      expect(requests.filter(request => request.userInput === 'I want to go to Cork')).toHaveLength(
        1
      )
    })

    it('[S6.1] tells a replayed turn by its header and its answer', async () => {
      const { conversationId } = await house.start()
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const first = await collect(await say(conversationId, 'hello', headers))
      const again = await say(conversationId, 'hello', headers)
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect((await collect(again)).at(-1)?.data).toEqual(first.at(-1)?.data)
    })

    it('[S6.1] goes on without a client that left, and slows for nobody who does not read', async () => {
      const { conversationId } = await house.start()
      await house.script({ style: 'streamed', stepMs: 10 }, { style: 'streamed', stepMs: 10 })
      const left = await say(conversationId, 'I want to go to Hull')
      await left.body?.cancel()
      const unread = await say(conversationId, 'on 2026-12-10')
      const after = await house.send(conversationId, 'and back on 2026-12-14')
      expect(after).toMatchObject({
        turn: 4,
        workflowState: { collectedData: { destination: 'Hull' } }
      })
      expect((await collect(unread)).at(-1)?.event).toBe('turn-committed')
    })

    it('[S6.1] tells of a failure as an event, in the same words as an answer', async () => {
      const { conversationId } = await house.start()
      // Longer than a stream waits for its status: by then the answer has begun.
      await house.script({
        fault: { kind: 'status', status: 429, retryAfter: 9 },
        headersDelayMs: 600
      })
      const events = await collect(await say(conversationId, 'hello'))
      expect(events.at(-1)).toMatchObject({
        event: 'turn-failed',
        data: { status: 502, code: 'ERR_CHANNEL_REJECTED', retry: 'same-key', retryAfter: 9 }
      })
      expect(liveEventData['turn-failed'].parse(events.at(-1)?.data)).toEqual(events.at(-1)?.data)
    })

    it('[S3.2] [S6.1] answers what is refused at once with its status, like a whole answer', async () => {
      const { conversationId } = await house.start()
      await house.script({ fault: { kind: 'status', status: 429, retryAfter: 9 } })
      const response = await say(conversationId, 'hello')
      expect(response.status).toBe(502)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect(await response.json()).toMatchObject({ code: 'ERR_CHANNEL_REJECTED' })
    })

    it('[S6.1] keeps a silent stream alive', async () => {
      const { conversationId } = await house.start()
      await house.script({ delayMs: 800 })
      const text = await (await say(conversationId, 'hello')).text()
      expect(text.split(': keep-alive\n\n').length).toBeGreaterThan(3)
    })
  })

  describe('the live events of a conversation', () => {
    const listen = (conversationId: string, after?: string): Promise<Response> =>
      house.request(`/api/chat/conversations/${conversationId}/events`, {
        headers: { ...streamed, ...(after === undefined ? {} : { 'last-event-id': after }) }
      })

    it('[S6.1] tell of every turn, and go on after the last that was seen', async () => {
      const { conversationId } = await house.start()
      const response = await listen(conversationId, '0')
      await house.send(conversationId, 'I want to go to Nice')
      const first: ReadEvent[] = []
      for await (const event of eventsOf(response)) {
        first.push(event)
        if (event.event === 'turn-committed' && event.data.turn === 2) break
      }
      expect(first.filter(({ event }) => event === 'turn-committed')).toHaveLength(2)

      await house.send(conversationId, 'on 2026-12-10')
      const middle = first[2]
      const rest: ReadEvent[] = []
      for await (const event of eventsOf(await listen(conversationId, middle?.id))) {
        rest.push(event)
        if (event.event === 'turn-committed' && event.data.turn === 3) break
      }
      expect(rest.slice(0, first.length - 3)).toEqual(first.slice(3))
    })

    it.each(['1-1', '99999999999999-1', 'nonsense', '0-0', '-1'])(
      '[S6.1] begin anew after the unknown event %s',
      async id => {
        const { conversationId } = await house.start()
        expect(await collect(await listen(conversationId, id))).toMatchObject([
          { event: 'reset', data: {} }
        ])
      }
    )

    it('[S6.1] are read for nobody who only asks for the head, and no longer than a client reads', async () => {
      const read: AbortSignal[] = []
      const watched = await openHouse({
        store: kind,
        around: store => ({
          ...store,
          async *events(address, after, signal) {
            read.push(signal)
            yield* store.events(address, after, signal)
          }
        })
      })
      const { conversationId } = await watched.start()
      read.length = 0
      const path = `/api/chat/conversations/${conversationId}/events`
      const head = await watched.request(path, { method: 'HEAD' })
      expect(head).toMatchObject({ status: 200, body: null })
      expect(read).toHaveLength(0)

      const response = await watched.request(path, { headers: { 'last-event-id': '0' } })
      const reader = response.body?.getReader()
      await reader?.read()
      expect(read.map(({ aborted }) => aborted)).toEqual([false])
      await reader?.cancel()
      expect(read.map(({ aborted }) => aborted)).toEqual([true])
      await watched.close()
    })

    it('[S6.1] end when the server closes', async () => {
      const closing = await openHouse({ store: kind })
      const { conversationId: id } = await closing.start()
      const open = await closing.request(`/api/chat/conversations/${id}/events`)
      const ended = collect(open)
      closing.server.close()
      expect(await ended).toEqual([])
      await closing.close()
    })
  })

  it('[S1.3] stops a turn within a second, and shows how far it came', async () => {
    const { conversationId } = await house.start()
    await house.script({ style: 'streamed', stepMs: 100, text: 'word '.repeat(200) })
    const response = await say(conversationId, 'tell me everything')
    const events: ReadEvent[] = []
    let asked = 0
    for await (const event of eventsOf(response)) {
      events.push(event)
      if (event.event !== 'message-delta' || asked > 0) continue
      asked = performance.now()
      const stop = await house.call(`/api/chat/conversations/${conversationId}/stop`, {
        method: 'POST'
      })
      expect(stop.body).toEqual({ stopping: true })
    }
    expect(performance.now() - asked).toBeLessThan(1000)
    expect(events.at(-1)).toMatchObject({ event: 'turn-committed', data: { outcome: 'stopped' } })
  })
})
