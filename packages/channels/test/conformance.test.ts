import { copilotStudioChannel } from '@turnwise/channels/copilot-studio'
import { type LogView, type ScriptInput, startEmulator } from '@turnwise/emulator'
import type { Channel, ChannelEvent } from '@turnwise/engine'
import { channelCases, type FarSide, type FarSideConduct } from '@turnwise/engine/conformance'
import { describe, expect, it } from 'vitest'

const token = 'test-token'
/** Less than by default, because a script has at most a mebibyte itself. */
const maxBytes = 200_000

/** How the emulator is told what a case wants of its far side. */
const scripted = (conduct: FarSideConduct): ScriptInput['turns'][number] => {
  if (conduct.kind === 'refusal') {
    const { status, retryAfter } = conduct
    const after = retryAfter === undefined ? {} : { retryAfter }
    return { fault: { kind: 'status', status, ...after } }
  }
  const { ending, keeps, texts, after = texts.length } = conduct
  const activities = texts.map(text => ({ type: 'message', text }))
  const kind = ending === 'close' ? 'eof' : ending
  return {
    activities,
    correlate: keeps,
    ...(kind === 'end' ? {} : { fault: { kind, after, lost: !keeps } })
  }
}

/** A Copilot Studio emulator, with the channel to it. */
const copilotStudio = async (): Promise<FarSide> => {
  const emulator = await startEmulator()
  const path = '/copilotstudio/dataverse-backed/authenticated/bots/small-talk'
  return {
    channel: copilotStudioChannel({ directConnectUrl: `${emulator.url}${path}`, token, maxBytes }),
    nowhere: copilotStudioChannel({ directConnectUrl: `http://127.0.0.1:1${path}`, token }),
    maxBytes,
    async next(conduct) {
      const response = await fetch(`${emulator.url}/_emulator/script`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ turns: [scripted(conduct)] })
      })
      if (!response.ok) throw new Error(await response.text())
      if (conduct.kind === 'refusal') return []
      return conduct.texts.map(text => JSON.stringify({ type: 'message', text }))
    },
    async posts() {
      const log = (await (await fetch(`${emulator.url}/_emulator/log`)).json()) as LogView
      return log.messages.total
    },
    close: () => emulator.close()
  }
}

describe('the Copilot Studio channel', () => {
  for (const { name, requirements, run } of channelCases)
    it(`[${requirements.join('] [')}] ${name}`, () => run({ open: copilotStudio }))
})

type Mutant = (channel: Channel) => Partial<Channel>

/** Passes a call on and does something to what comes. */
const through = (
  change: (events: AsyncIterable<ChannelEvent>) => AsyncIterable<ChannelEvent>
): Mutant => {
  return channel => ({
    send: (input, handles, call) => change(channel.send(input, handles, call)),
    start: (handles, call) => change(channel.start(handles, call)),
    recover: (handles, call) => change(channel.recover?.(handles, call) ?? nothing())
  })
}

async function* nothing(): AsyncGenerator<ChannelEvent> {}

const mutants: Record<string, Mutant> = {
  'parses and writes activities again': through(async function* (events) {
    for await (const event of events)
      yield event.type === 'activity'
        ? { type: 'activity', raw: JSON.stringify(JSON.parse(event.raw), null, 1) }
        : event
  }),
  'drops the end': through(async function* (events) {
    for await (const event of events) if (event.type !== 'end') yield event
  }),
  'invents an end': through(async function* (events) {
    try {
      for await (const event of events) if (event.type !== 'end') yield event
    } catch {}
    yield { type: 'end' }
  }),
  'drops empty messages': through(async function* (events) {
    for await (const event of events)
      if (event.type !== 'activity' || JSON.parse(event.raw).text !== '') yield event
  }),
  'takes a cut for the end of the iteration': through(async function* (events) {
    try {
      yield* events
    } catch {}
  }),
  'sends again what failed': channel => ({
    async *send(input, handles, call) {
      try {
        yield* channel.send(input, handles, call)
      } catch {
        yield* channel.send(input, handles, call)
      }
    }
  }),
  'does not listen to its caller': channel => ({
    send: (input, handles, call) =>
      channel.send(input, handles, { ...call, signal: new AbortController().signal })
  }),
  'asks again to recover': channel => ({
    recover: (handles, call) =>
      channel.send({ kind: 'text', text: 'Hello' }, handles, { ...call, locale: 'en-US' })
  }),
  'recovers another message': channel => ({
    recover: (handles, call) => channel.recover?.({ ...handles, turnId: 'one' }, call) ?? nothing()
  }),
  'does not recover': () => ({ recover: nothing }),
  'names every message alike': channel => ({
    send: (input, handles, call) => channel.send(input, { ...handles, turnId: 'turn-1' }, call)
  })
}

/** Runs the list over a channel made by this wrapping; rejects as soon as a case fails. */
const passed = (mutant: Mutant): Promise<unknown> => {
  const open = async (): Promise<FarSide> => {
    const far = await copilotStudio()
    return { ...far, channel: { ...far.channel, ...mutant(far.channel) } }
  }
  return Promise.all(channelCases.map(({ run }) => run({ open })))
}

/** What a case says of a failure, as against a mutant that cannot even run. */
const verdict = /: (expected|took over) /

describe('the list of cases', () => {
  it('[CH3] is passed by a channel that is only wrapped', async () => {
    await passed(through(events => events))
  })

  it.each(Object.entries(mutants))(
    '[CH3] is failed by a channel that %s',
    async (_name, mutant) => {
      await expect(passed(mutant)).rejects.toThrow(verdict)
    }
  )
})
