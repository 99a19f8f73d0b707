import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type StyleName, styleNames } from '@turnwise/emulator'
import type { ChannelInput } from '@turnwise/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ask,
  call,
  channelTo,
  end,
  frame,
  handles,
  messages,
  rawActivities,
  read,
  ref,
  startFarSide,
  startServer,
  streamed,
  streamOf,
  text
} from './far-side.ts'

describe('what is sent', () => {
  it('[CH1] opens a conversation under the id it is told, again and again', async () => {
    const far = await startFarSide()
    const start = () => read(far.channel().start(handles(), call()))
    const [first, second] = [await start(), await start()]
    expect(first.error).toBeNull()
    expect(first.events[0]).toEqual({ type: 'ref', ref })
    expect(first.events.at(-1)).toEqual({ type: 'end' })
    expect(messages(first.events)).not.toHaveLength(0)
    expect(messages(second.events)).toEqual(messages(first.events))
    const { requests } = await far.log()
    expect(requests.map(({ kind, conversationId }) => [kind, conversationId])).toEqual([
      ['start', ref],
      ['start', ref]
    ])
    expect(requests[0]?.search).toEqual({ 'api-version': '2022-03-01-preview' })
    expect(requests[0]?.headers).toMatchObject({
      accept: 'text/event-stream',
      'content-type': 'application/json'
    })
  })

  it('[CH1] keeps to the id it chose where the far side names none', async () => {
    const far = await startFarSide()
    await far.script({ on: 'start', fault: { kind: 'conversation-id', header: 'missing' } })
    const { events } = await read(far.channel().start(handles(), call()))
    expect(events[0]).toEqual({ type: 'ref', ref })
  })

  it('[CH1] chooses an id by itself that a repeated start finds again', async () => {
    const far = await startFarSide()
    const start = (turnId: string) =>
      read(far.channel().start({ ref: null, turnId, ask: 0 }, call()))
    const refs = [await start('t1'), await start('t1'), await start('t2')].map(
      ({ events }) => events[0]
    )
    expect(refs[0]).toEqual({ type: 'ref', ref: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(refs[1]).toEqual(refs[0])
    expect(refs[2]).not.toEqual(refs[0])
  })

  const value = { action: 'confirm', nested: { list: [1, null, '$&'] } }
  it.each<[name: string, input: ChannelInput, activity: object]>([
    [
      'a text',
      text('Zürich → "Genève" 🚄 \u2028 $&'),
      { text: 'Zürich → "Genève" 🚄 \u2028 $&', textFormat: 'plain', locale: 'en-US' }
    ],
    ['an empty text', text(''), { text: '', textFormat: 'plain', locale: 'en-US' }],
    ['the submit of a card', { kind: 'card', value }, { value }]
  ])('[CH1] is an activity: %s', async (_name, input, expected) => {
    const bodies: unknown[] = []
    const { url } = await startServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', chunk => chunks.push(chunk))
      request.on('end', () => {
        bodies.push(JSON.parse(Buffer.concat(chunks).toString()))
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(end)
      })
    })
    expect((await read(channelTo(url).send(input, handles(), call()))).error).toBeNull()
    const postBack = input.kind === 'card' ? { postBack: true } : {}
    const channelData = { ...postBack, clientActivityID: expect.stringMatching(/^[0-9a-f-]{36}$/) }
    expect(bodies).toEqual([
      { activity: { type: 'message', ...expected, channelData }, conversationId: ref }
    ])
  })
})

describe('what arrives', () => {
  it.each(styleNames)('[CH1] is every activity of an answer in the style %s', async style => {
    const far = await startFarSide()
    await far.script({ style })
    const { events, error } = await ask(far.channel())
    expect(error).toBeNull()
    expect(events.at(-1)).toEqual({ type: 'end' })
    const kept = await keptBy(far.url)
    expect(rawActivities(events)).toEqual(kept)
    expect(kept.length).toBeGreaterThan(0)
  })

  const streaming: StyleName[] = ['streamed', 'cumulative', 'channel-data', 'out-of-order']
  it.each(streaming)('[CH1] adds up, delta by delta, to the final text: %s', async style => {
    const far = await startFarSide()
    const envelope = { prompt: 'Where to? '.repeat(20), data: { from: 'Zürich 🚄' } }
    await far.script({ style, text: 'Let us see. '.repeat(30), envelope })
    const { events } = await ask(far.channel())
    expect(streamed(events)).toBe(messages(events)[0])
  })

  it('[CH1] has no deltas where the agent only thinks aloud', async () => {
    const far = await startFarSide()
    await far.script({ style: 'thoughts' })
    const { events } = await ask(far.channel())
    expect(events.some(({ type }) => type === 'delta')).toBe(false)
  })

  it.each<[name: string, wire: object]>([
    ['CRLF', { crlf: true }],
    ['comments', { comments: true }],
    ['characters split over chunks', { splitBytes: 1 }],
    ['all of it', { crlf: true, comments: true, splitBytes: 3 }]
  ])('[CH1] is the same with %s', async (_name, wire) => {
    const far = await startFarSide()
    const answer = { style: 'streamed', text: 'Grüezi 🏔 „Zürich“ — 東京' } as const
    await far.script(answer, { ...answer, wire })
    const [plain, odd] = [await ask(far.channel()), await ask(far.channel())]
    expect(messages(odd.events)).toEqual(['Grüezi 🏔 „Zürich“ — 東京'])
    expect(odd.events.map(({ type }) => type)).toEqual(plain.events.map(({ type }) => type))
  })

  it('[CH1] includes bad frames as they are, and what comes after them', async () => {
    const far = await startFarSide()
    await far.script({ text: 'Still here', wire: { badFrames: true } })
    const { events, error } = await ask(far.channel())
    expect(error).toBeNull()
    const raw = rawActivities(events)
    expect(raw).toContain('{"type":"message","text":"cut in the mid')
    expect(raw).toContain('null')
    expect(JSON.parse(raw.at(-1) ?? '')).toMatchObject({ text: 'Still here' })
  })

  it('[CH1] is untouched text, whatever a parser would make of it', async () => {
    const odd = [
      '{ "type":"message", "text":null,"text":"twice" , "n":1.0e+2 }',
      '{"type":"message","text":"\\u00e9\\ud83d","__proto__":{"x":1},"suggestedActions":{}}',
      `{"type":"message","locale":"","deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    ]
    const sse = odd.map(data => `event: activity\ndata: ${data}\n\n`).join('')
    const fetch = streamOf(sse, end)
    const { events } = await ask(channelTo('http://127.0.0.1:1', { fetch }))
    expect(rawActivities(events)).toEqual(odd)
  })

  it('[CH1] is unpacked when it comes compressed', async () => {
    const { url } = await startServer((_request, response) => {
      const headers = { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }
      response.writeHead(200, headers).end(gzipSync(frame({ type: 'message', text: 'Hi' }) + end))
    })
    expect(messages((await ask(channelTo(url))).events)).toEqual(['Hi'])
  })

  it('[CH1] does not depend on where the chunks are cut', async () => {
    const words = 'Zürich 🚄\r\n東京'
    const sse =
      `\uFEFF: keep-alive\r\n\r\nid: 1\r\nevent: activity\r\ndata: ${JSON.stringify({ type: 'typing', text: words })}\r\n\r\n` +
      `event: surprise\ndata: {}\n\nevent:activity\rdata:{"type":"message",\rdata:"text":"${'ü'.repeat(9)}"}\r\r` +
      end
    const bytes = new TextEncoder().encode(sse)
    const readCut = async (cuts: readonly number[]) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const chunks = places.slice(1).map((to, index) => bytes.slice(places[index], to))
      return ask(channelTo('http://127.0.0.1:1', { fetch: streamOf(...chunks) }))
    }
    const whole = await readCut([])
    expect(whole.events.map(({ type }) => type)).toEqual(['activity', 'activity', 'end'])
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async cuts => {
        expect(await readCut(cuts)).toEqual(whole)
      }),
      { numRuns: 300 }
    )
  })
})

describe("the far side's id", () => {
  it.each<[name: string, header: 'missing' | 'changed', refs: unknown[]]>([
    ['stays when it is not named', 'missing', []],
    ['is told when it has changed', 'changed', [expect.not.stringContaining(ref)]]
  ])('[CH1] %s', async (_name, header, refs) => {
    const far = await startFarSide()
    await far.script({ fault: { kind: 'conversation-id', header } })
    const { events } = await ask(far.channel())
    expect(events.flatMap(event => (event.type === 'ref' ? [event.ref] : []))).toEqual(refs)
  })

  it.each(['../../evil', 'a/b', '.', 'a b', 'x'.repeat(500)])(
    '[CH1] is not believed when it is %s',
    async header => {
      const { url } = await startServer((_request, response) => {
        const headers = { 'content-type': 'text/event-stream', 'x-ms-conversationid': header }
        response.writeHead(200, headers).end(end)
      })
      expect((await ask(channelTo(url))).events).toEqual([{ type: 'end' }])
    }
  )
})

describe('the name of an ask', () => {
  async function nameOf(turnId: string, number: number): Promise<string> {
    let name = ''
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const body = await new Response(init?.body as ReadableStream).json()
      name = (body as { activity: { channelData: { clientActivityID: string } } }).activity
        .channelData.clientActivityID
      return streamOf(end)(url, init)
    }
    const channel = channelTo('http://127.0.0.1:1', { fetch })
    await read(channel.send(text('Hello'), handles(turnId, number), call()))
    return name
  }

  it('[CH4] is a GUID of version 8 made of the turn and the ask alone', async () => {
    const hash = createHash('sha256').update('["turnwise","ask","turn-1",0]').digest('hex')
    const name = await nameOf('turn-1', 0)
    expect(name).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(name.slice(0, 8)).toBe(hash.slice(0, 8))
    expect(name.slice(-12)).toBe(hash.slice(20, 32))
  })

  it('[CH4] differs where the turn or the ask differs', async () => {
    const asked = fc.tuple(fc.string(), fc.nat(3))
    await fc.assert(
      fc.asyncProperty(asked, asked, async (one, other) => {
        const same = one[0] === other[0] && one[1] === other[1]
        expect((await nameOf(...one)) === (await nameOf(...other))).toBe(same)
      }),
      { numRuns: 200 }
    )
  })
})

/** What the emulator has kept, read as plainly as can be. */
async function keptBy(agent: string): Promise<string[]> {
  const response = await fetch(`${agent}/conversations/${ref}/subscribe`, {
    headers: { authorization: 'Bearer x' }
  })
  return Array.from(
    (await response.text()).matchAll(/^data: (\{.*\})$/gm),
    ([, data]) => data ?? ''
  )
}
