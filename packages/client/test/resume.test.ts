import { ClientProblem } from '@turnwise/client'
import type { LiveEvent, Problem } from '@turnwise/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { cutAfter, type Served, serve, withHeader } from './support/served.ts'

let served: Served
beforeAll(async () => {
  // The HTTP adapter tells of each connection we cut.
  vi.spyOn(console, 'error').mockImplementation(() => {})
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

const textOf = (events: readonly LiveEvent[]): string =>
  events.map(({ event, data }) => (event === 'message-delta' ? data.text : '')).join('')

const asked = async (text: string): Promise<number> =>
  (await served.log()).requests.filter(({ userInput, text: sent }) => (userInput ?? sent) === text)
    .length

const problem = (document: Partial<Problem> & { status: number }): Response =>
  new Response(
    JSON.stringify({
      type: 'about:blank',
      title: 'a test',
      code: 'ERR_TEST',
      requestId: 'x',
      retry: 'none',
      ...document
    }),
    { status: document.status, headers: { 'content-type': 'application/problem+json' } }
  )

describe('a broken connection', () => {
  it('[S6.1] loses and repeats nothing, wherever it breaks', async () => {
    const client = served.client()
    const words = 'Every word of this reply arrives once, in its order. '.repeat(4)
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1500), { maxLength: 4 }), async cuts => {
        const { conversationId } = await client.start({ workflowId: 'small-talk' }).answer
        await served.script({ style: 'streamed', text: words })
        const left = [...cuts]
        served.interfere(async (request, next) => {
          const response = await next(request)
          const cut = left.shift()
          return cut === undefined ? response : cutAfter(response, cut)
        })
        const text = `cut ${++count}`
        const turn = client.send({ conversationId, text })
        const events = await collect(turn)
        served.interfere((request, next) => next(request))

        const answer = await turn.answer
        const started = events.filter(({ event }) => event === 'turn-started')
        expect(started.length).toBeLessThan(2)
        // Where the turn ended before the client came back, its answer has the rest.
        expect(words.startsWith(textOf(events))).toBe(true)
        expect(answer.messages.map(message => message.text)).toEqual([words])
        expect(events.at(-1)).toEqual({ event: 'turn-committed', data: answer })
        expect(await asked(text)).toBe(1)
      }),
      { numRuns: 25 }
    )
  })

  it('[S6.1] would lose the turn without coming back (control)', async () => {
    const client = served.client({ retry: { attempts: 1 } })
    served.interfere(async (request, next) => cutAfter(await next(request), 100))
    const turn = client.start()
    await expect(turn.answer).rejects.toMatchObject({ code: 'ERR_NETWORK', problem: { status: 0 } })
    expect((await collect(turn)).at(-1)).toMatchObject({ event: 'turn-failed' })
  })

  it('[S6.1] goes on after the last event, with the same key and body', async () => {
    const client = served.client()
    served.interfere(async (request, next) => {
      const first = request.headers.get('last-event-id') === null
      return first ? cutAfter(await next(request), 300) : next(request)
    })
    const turn = client.start()
    await turn.answer
    const [first, second] = served.requests
    expect(second?.headers.get('last-event-id')).toMatch(/^\d+-\d+$/)
    expect(second?.headers.get('idempotency-key')).toBe(turn.key)
    expect(first?.headers.get('idempotency-key')).toBe(turn.key)
  })

  it('[S6.1] may break any number of times as long as something arrives', async () => {
    const client = served.client({ retry: { attempts: 2, pause: 1 } })
    const { conversationId } = await client.start({ workflowId: 'small-talk' }).answer
    await served.script({ style: 'streamed', stepMs: 15, text: 'word '.repeat(60) })
    served.interfere(async (request, next) => cutAfter(await next(request), 250))
    const turn = client.send({ conversationId, text: 'again and again' })
    for await (const { event } of turn) {
      expect(event).not.toBe('turn-failed')
      if (served.requests.length > 5) break
    }
    served.interfere((request, next) => next(request))
    expect(await turn.answer).toMatchObject({ outcome: 'committed' })
  })

  it('[S6.1] outlives a server that goes and comes back', async () => {
    const client = served.client({ retry: { attempts: 50, pause: 20, longestPause: 50 } })
    const { conversationId } = await client.start({ workflowId: 'small-talk' }).answer
    await served.script({ style: 'streamed', stepMs: 10, text: 'word '.repeat(40) })
    const turn = client.send({ conversationId, text: 'hello, still there?' })
    for await (const { event } of turn) if (event === 'message-delta') break
    await served.unplug()
    await new Promise(resolve => setTimeout(resolve, 200))
    await served.plug()
    expect(await turn.answer).toMatchObject({ outcome: 'committed', turn: 2 })
    expect('word '.repeat(40).startsWith(textOf(await collect(turn)))).toBe(true)
    expect(await asked('hello, still there?')).toBe(1)
  })

  it('[S6.1] is noticed by its silence', async () => {
    const client = served.client({ silence: 1000 })
    let silent = true
    served.interfere(async (request, next) => {
      if (!silent) return next(request)
      silent = false
      return new Response(new ReadableStream({}), {
        headers: { 'content-type': 'text/event-stream' }
      })
    })
    expect(await client.start().answer).toMatchObject({ turn: 1 })
    expect(served.requests).toHaveLength(2)
  })

  it('[S6.1] starts the telling of a turn anew after a reset', async () => {
    const client = served.client()
    let count = 0
    served.interfere(async (request, next) => {
      count++
      if (count === 1) return cutAfter(await next(request), 300)
      if (count > 2) return next(request)
      return next(withHeader(request, 'last-event-id', '1-1'))
    })
    const { conversationId } = await client.orchestrate({ query: 'hello' }).answer
    expect(served.requests[2]?.headers.has('last-event-id')).toBe(false)
    expect((await client.conversation(conversationId)).messages).toHaveLength(3)
  })

  it('[S6.1] does not end the events of a conversation', async () => {
    const client = served.client()
    const { conversationId } = await client.start().answer
    await client.send({ conversationId, text: 'I want to go to Brno' }).answer
    let bytes = 0
    served.interfere(async (request, next) => {
      bytes += 300
      return cutAfter(await next(request), bytes)
    })
    const ids: (string | null)[] = []
    for await (const event of client.events(conversationId, { after: '0' })) {
      ids.push(event.id)
      if (event.event === 'turn-committed' && event.data.turn === 2) break
    }
    expect(served.requests.length).toBeGreaterThan(4)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

it('[S6.1] says that events may be missing where there was none to go on after', async () => {
  const client = served.client()
  const { conversationId } = await client.start().answer
  let cuts = 1
  served.interfere(async (request, next) =>
    cuts-- > 0 ? cutAfter(await next(request), 0) : next(request)
  )
  const events = client.events(conversationId)[Symbol.asyncIterator]()
  const first = events.next()
  await expect.poll(() => served.requests.length).toBe(2)
  await served.send(conversationId, 'missed by the first connection')
  expect((await first).value).toEqual({ event: 'reset', data: {}, id: null })
  await served.send(conversationId, 'hello')
  expect((await events.next()).value).toMatchObject({ event: 'turn-started' })
  await events.return?.(undefined)
})

describe('a server that answers something else', () => {
  const html = (status: number): Response =>
    new Response('<h1>Bad gateway</h1>', { status, headers: { 'content-type': 'text/html' } })
  const stream = (text: string): Response =>
    new Response(text, { headers: { 'content-type': 'text/event-stream' } })

  it.each([
    ['a page', () => html(200)],
    ['the page of a proxy', () => html(502)],
    ['JSON of another shape', () => Response.json({ hello: 'world' })],
    ['a stream of another shape', () => stream('event: turn-committed\ndata: {"a":1}\n\n')],
    ['a stream that is no JSON', () => stream('event: state\ndata: {\n\n')],
    ['an empty stream', () => stream('')],
    ['nothing', () => new Response(null, { status: 204 })]
  ])('[S3.2] is asked again, and given up in the end: %s', async (_name, answer) => {
    served.interfere(async () => answer())
    const turn = served.client().start()
    await expect(turn.answer).rejects.toBeInstanceOf(ClientProblem)
    const events = await collect(turn)
    expect(events.at(-1)).toMatchObject({ event: 'turn-failed', data: { retry: 'same-key' } })
    expect(served.requests).toHaveLength(6)
    expect(new Set(served.requests.map(r => r.headers.get('idempotency-key'))).size).toBe(1)
  })

  it('[S3.2] is asked again when its reason passes, not before it said', async () => {
    let count = 0
    const times: number[] = []
    served.interfere(async (request, next) => {
      times.push(performance.now())
      count++
      if (count === 1) return problem({ status: 503, retry: 'same-key', retryAfter: 1 })
      return count === 2 ? problem({ status: 409, retry: 'same-key' }) : next(request)
    })
    expect(await served.client().start().answer).toMatchObject({ turn: 1 })
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950)
    expect(times).toHaveLength(3)
  })

  it.each([
    [{ status: 400, retry: 'none' }],
    [{ status: 422, retry: 'new-key' }],
    [{ status: 502, retry: 'same-key' }],
    [{ status: 429, retry: 'same-key' }],
    [{ status: 503, retry: 'new-key' }]
  ] as const)('[S3.2] is not asked again when somebody has to decide: %j', async document => {
    served.interfere(async () => problem(document))
    const turn = served.client().start()
    await expect(turn.answer).rejects.toMatchObject({ code: 'ERR_TEST', problem: document })
    expect((await collect(turn)).map(({ event }) => event)).toEqual(['turn-failed'])
    expect(served.requests).toHaveLength(1)
  })

  it('[S3.2] is not asked again when it told of the end of a turn, whatever the reason', async () => {
    const data = await problem({ status: 503, retry: 'same-key' }).json()
    served.interfere(async () => stream(`event: turn-failed\ndata: ${JSON.stringify(data)}\n\n`))
    const turn = served.client().start()
    await expect(turn.answer).rejects.toMatchObject({ code: 'ERR_TEST', problem: data })
    expect(await collect(turn)).toEqual([{ event: 'turn-failed', data }])
    expect(served.requests).toHaveLength(1)
  })

  it('[S3.2] may add what this client does not know', async () => {
    served.interfere(async (request, next) => {
      const text = await (await next(request)).text()
      const more = text.replaceAll('"turn":1', '"turn":1,"later":true')
      return stream(`event: of-a-later-version\ndata: {}\n\n${more}`)
    })
    const events = await collect(served.client().start())
    expect(events.map(({ event }) => event)).not.toContain('of-a-later-version')
    expect(events.at(-1)?.event).toBe('turn-committed')
  })
})

it('[S6.1] leaves a turn to itself when its follower leaves', async () => {
  const client = served.client()
  const { conversationId } = await client.start({ workflowId: 'small-talk' }).answer
  await served.script({ delayMs: 100, text: 'done' })
  const leave = new AbortController()
  const turn = client.send({ conversationId, text: 'go on alone' }, { signal: leave.signal })
  setTimeout(() => leave.abort(new Error('left')), 30)
  await expect(turn.answer).rejects.toThrow('left')
  expect((await collect(turn)).map(({ event }) => event)).not.toContain('turn-failed')
  const again = client.send({ conversationId, text: 'go on alone' }, { key: turn.key })
  expect(await again.answer).toMatchObject({ turn: 2, messages: [{ text: 'done' }] })
  expect(await asked('go on alone')).toBe(1)
})
