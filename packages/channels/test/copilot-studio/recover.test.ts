import { setTimeout as sleep } from 'node:timers/promises'
import type { Channel } from '@turnwise/engine'
import { describe, expect, it } from 'vitest'
import {
  ask,
  call,
  channelTo,
  end,
  handles,
  messages,
  type Outcome,
  read,
  startFarSide,
  startServer,
  streamed,
  streamOf
} from './far-side.ts'

type Script = Parameters<Awaited<ReturnType<typeof startFarSide>>['script']>[0]

function recover(channel: Channel, turnId = 'turn-1', number = 0): Promise<Outcome> {
  if (!channel.recover) throw new Error('The channel keeps nothing')
  return read(channel.recover(handles(turnId, number), call()))
}

describe('reading back a reply', () => {
  it.each<[name: string, fault: NonNullable<Script['fault']>]>([
    ['without a response', { kind: 'refuse', processed: true }],
    ['with a 502 in between', { kind: 'status', status: 502, processed: true }],
    ['before the first activity', { kind: 'drop' }],
    ['after the first activity', { kind: 'drop', after: 1 }],
    ['before the end', { kind: 'eof' }],
    ['by silence', { kind: 'silence', after: 1 }]
  ])('[CH4] that was cut gives all of it and asks nothing: %s', async (_name, fault) => {
    const far = await startFarSide({ idleTimeout: 150 })
    const answer = {
      style: 'several',
      text: 'As you wish',
      envelope: { prompt: 'Go on?' }
    } as const
    await far.script(answer, { ...answer, fault })
    const whole = await ask(far.channel(), 'First', 'turn-0')
    expect((await ask(far.channel(), 'Hello')).error).not.toBeNull()

    const { events, error } = await recover(far.channel())
    expect(error).toBeNull()
    expect(messages(events)).toEqual(messages(whole.events))
    expect(events.at(-1)).toEqual({ type: 'end' })
    expect((await far.log()).messages.total).toBe(2)
  })

  it('[CH4] waits for an agent that is still at work, and streams with it', async () => {
    const far = await startFarSide()
    await far.script({ style: 'streamed', text: 'At last. '.repeat(20), delayMs: 200, stepMs: 10 })
    const cancel = new AbortController()
    const asking = read(
      far.channel().send({ kind: 'text', text: 'Hello' }, handles(), call(cancel.signal))
    )
    await sleep(50)
    cancel.abort()
    expect((await asking).error?.code).toBe('ERR_CHANNEL_CANCELLED')
    const { events, error } = await recover(far.channel())
    expect(error).toBeNull()
    expect(streamed(events)).toBe(messages(events)[0])
    expect(events.at(-1)).toEqual({ type: 'end' })
  })

  it('[CH4] takes nothing that answers another message', async () => {
    const far = await startFarSide()
    await far.script({ text: 'To zero' }, { text: 'To one' }, { text: 'To the re-ask' })
    await ask(far.channel(), 'Zero', 'turn-0')
    await ask(far.channel(), 'One', 'turn-1')
    await read(far.channel().send({ kind: 'text', text: 'Again' }, handles('turn-1', 1), call()))
    const said = async (...asked: [turnId: string, number: number]): Promise<unknown[]> =>
      messages((await recover(far.channel(), ...asked)).events)
    expect(await said('turn-0', 0)).toEqual(['To zero'])
    expect(await said('turn-1', 0)).toEqual(['To one'])
    expect(await said('turn-1', 1)).toEqual(['To the re-ask'])
    expect(await said('turn-2', 0)).toEqual([])

    // The control: what the conversation has kept begins with something else.
    const kept = await fetch(`${far.url}/conversations/${handles().ref}/subscribe`, {
      headers: { authorization: 'Bearer x' }
    })
    expect(await kept.text()).toMatch(/To zero.*To one.*To the re-ask/s)
  })

  it.each<[name: string, script: Script]>([
    ['never got it', { fault: { kind: 'refuse' } }],
    ['refused it', { fault: { kind: 'status', status: 500 } }],
    ['lost it', { text: 'One', fault: { kind: 'drop', lost: true } }]
  ])('[CH4] finds no end where the agent %s', async (_name, script) => {
    const far = await startFarSide()
    await far.script({ text: 'Another' }, script)
    await ask(far.channel(), 'Another', 'turn-0')
    await ask(far.channel())
    expect(await recover(far.channel())).toEqual({ events: [], error: null })
  })

  it('[CH4] does not take a sign of life for a reply', async () => {
    const far = await startFarSide()
    await far.script({
      style: 'streamed',
      text: 'One',
      fault: { kind: 'drop', after: 1, lost: true }
    })
    await ask(far.channel())
    const { events } = await recover(far.channel())
    expect(events.map(({ type }) => type)).toEqual(['activity'])
  })

  it.each<[name: string, fault: NonNullable<Script['fault']>, code: string]>([
    ['is refused', { kind: 'status', status: 404 }, 'ERR_CHANNEL_REJECTED'],
    ['is silent', { kind: 'silence' }, 'ERR_CHANNEL_TIMEOUT'],
    ['is cut at once', { kind: 'drop' }, 'ERR_CHANNEL_CUT']
  ])('[CH4] fails where the subscription %s', async (_name, fault, code) => {
    const far = await startFarSide({ recoverDeadline: 200 })
    await far.script({ text: 'One' }, { on: 'subscribe', fault })
    await ask(far.channel())
    const { events, error } = await recover(far.channel())
    expect(events).toEqual([])
    expect(error?.code).toBe(code)
  })

  it('[CH4] has a deadline, however much goes on', async () => {
    const far = await startFarSide({ recoverDeadline: 300 })
    await far.script({ style: 'streamed', text: 'On and on. '.repeat(200), stepMs: 50 })
    const asking = ask(far.channel({ totalTimeout: 100 }))
    expect((await asking).error?.code).toBe('ERR_CHANNEL_TIMEOUT')
    const before = performance.now()
    expect((await recover(far.channel())).error?.code).toBe('ERR_CHANNEL_TIMEOUT')
    expect(performance.now() - before).toBeLessThan(1_500)
  })

  it('[CH4] goes on behind the last event when the subscription is cut', async () => {
    const far = await startFarSide()
    const cut = { on: 'subscribe', fault: { kind: 'drop', after: 2 }, times: 3 } as const
    await far.script({ style: 'streamed', text: 'Word for word. '.repeat(12) }, cut)
    const whole = await ask(far.channel())
    const { events, error } = await recover(far.channel())
    expect(error).toBeNull()
    expect(events).toEqual(whole.events.slice(1))
    const requests = (await far.log()).requests.filter(({ kind }) => kind === 'subscribe')
    expect(requests).toHaveLength(4)
    expect(requests.map(({ headers }) => headers['last-event-id'] !== undefined)).toEqual([
      false,
      true,
      true,
      true
    ])
  })

  it('[CH4] says nothing twice when the far side replays from the beginning', async () => {
    const answer = (id: number, words: string): string =>
      `id: ${id}\nevent: activity\ndata: ${JSON.stringify({ type: 'message', text: words, replyToId })}\n\n`
    let replyToId = ''
    let subscriptions = 0
    const { url } = await startServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      if (request.method === 'POST') {
        request.on('data', chunk => {
          replyToId = JSON.parse(String(chunk)).activity.channelData.clientActivityID
          response.end()
        })
        return
      }
      subscriptions += 1
      if (subscriptions === 1) response.end(answer(1, 'One'))
      else response.end(answer(1, 'One') + answer(2, 'Two') + end)
    })
    await ask(channelTo(url))
    expect(messages((await recover(channelTo(url))).events)).toEqual(['One', 'Two'])
  })

  it('[CH4] is not continued behind an id that no header could hold', async () => {
    const sse = 'id: €1\nevent: activity\ndata: {"type":"typing"}\n\n'
    const channel = channelTo('http://127.0.0.1:1', { fetch: streamOf(sse) })
    expect((await recover(channel)).error?.code).toBe('ERR_CHANNEL_CUT')
  })

  it('[CH4] reads past a long conversation, but takes no more than one reply may hold', async () => {
    const far = await startFarSide({ maxBytes: 10_000, maxActivities: 3 })
    await far.script(
      { text: 'x'.repeat(9_000), times: 12 },
      { text: 'Found' },
      { activities: Array(4).fill({ type: 'message', text: 'x' }), correlate: true },
      { activities: Array(2).fill({ type: 'message', text: 'x'.repeat(6_000) }), correlate: true }
    )
    for (let index = 0; index < 12; index += 1) await ask(far.channel(), 'Earlier', `t${index}`)
    await ask(far.channel(), 'Now', 'turn-1')
    await ask(far.channel(), 'Next', 'turn-2')
    await ask(far.channel(), 'Last', 'turn-3')
    expect(messages((await recover(far.channel(), 'turn-1')).events)).toEqual(['Found'])
    for (const turn of ['turn-2', 'turn-3']) {
      const { error } = await recover(far.channel(), turn)
      expect(error?.code).toBe('ERR_CHANNEL_REPLY_TOO_LARGE')
    }
  })

  it('[CH4] does not hold a frame that no reply could be', async () => {
    const sse = `event: activity\ndata: ${'x'.repeat(200_000)}`
    const fetch = streamOf(...Array(5).fill(sse))
    const channel = channelTo('http://127.0.0.1:1', { fetch, maxBytes: 100_000 })
    expect((await recover(channel)).error?.code).toBe('ERR_CHANNEL_REPLY_TOO_LARGE')
  })
})
