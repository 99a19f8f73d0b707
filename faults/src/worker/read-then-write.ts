import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { copilotStudioChannel } from '@turnwise/channels/copilot-studio'
import type { Entry, Head } from '@turnwise/engine'
import type { Shelf } from './shelf.ts'
import type { Answer, History, SendTurn, Subject, Told } from './subject.ts'

/** Shorter than the agent sometimes takes: that is the mistake. */
const lockFor = 200

/**
 * The control: how a chat server is often written. It takes a lock for a while, reads the
 * conversation, asks the agent, and writes the conversation back with what it heard; a key that is in
 * the history is answered from there. Without any fault, whenever the agent is slower than the lock,
 * two messages read the same history and the second to write undoes the first.
 */
export const readThenWrite = (shelf: Shelf, agent: string): Subject => {
  const channel = copilotStudioChannel({ directConnectUrl: `${agent}/agent`, token: 'control' })

  const ask = async (conversation: string, text: string): Promise<string[]> => {
    const activities: string[] = []
    const handles = { ref: conversation, turnId: randomUUID(), ask: 0 }
    const call = { signal: new AbortController().signal, locale: 'en-US' }
    for await (const event of channel.send({ kind: 'text', text }, handles, call))
      if (event.type === 'activity') activities.push(event.raw)
    return activities
  }

  const read = async (conversation: string): Promise<History | null> =>
    JSON.parse((await shelf.get(conversation)) ?? 'null') as History | null

  const write = async (conversation: string, history: History, entry: Entry): Promise<Told> => {
    const grown = {
      head: { ...history.head, version: entry.turn, hash: entry.hash },
      entries: [...history.entries, entry],
      records: {}
    }
    await shelf.set(conversation, JSON.stringify(grown))
    return { kind: 'answered', answer: answerOf(conversation, entry) }
  }

  const send = async ({ conversation, key, text }: SendTurn): Promise<Told> => {
    while (!(await shelf.lock(`${conversation} lock`, lockFor))) await sleep(10)
    try {
      const history = await read(conversation)
      if (history === null) return unknown
      const earlier = history.entries.find(({ tid }) => tid === key)
      if (earlier !== undefined)
        return { kind: 'answered', answer: answerOf(conversation, earlier) }
      const said = (await ask(conversation, text)).join()
      return await write(conversation, history, entryOf(history.head, key, text, said))
    } finally {
      await shelf.unlock(`${conversation} lock`)
    }
  }

  return {
    async start({ key }) {
      const history = await read(key)
      const first = history?.entries[0]
      if (first !== undefined) return { kind: 'answered', answer: answerOf(key, first) }
      const head = { version: 0, hash: '', lease: null, tid: null, expiresAt: 1 } as unknown as Head
      const greeting = entryOf(head, key, null, 'Hello.')
      return write(key, { head, entries: [], records: {} }, greeting)
    },
    send,
    history: read,
    stop: async () => false,
    erase: async () => false,
    events: async () => null
  }
}

const unknown: Told = { kind: 'refused', code: 'ERR_CONVERSATION_UNKNOWN', retryable: false }

const entryOf = (head: Head, key: string, text: string | null, said: string): Entry => {
  const turn = head.version + 1
  const input =
    text === null
      ? { kind: 'start', locale: 'en-US', seed: {} }
      : { kind: 'text', text, constraints: [] }
  return {
    turn,
    tid: key,
    input,
    outcome: 'committed',
    messages: [{ id: `${turn}-0`, role: 'assistant', text: said }],
    fence: turn,
    previous: head.hash,
    hash: randomUUID()
  } as unknown as Entry
}

const answerOf = (conversation: string, { turn, hash, outcome, messages }: Entry): Answer =>
  ({
    conversationId: conversation,
    turn,
    outcome,
    messages,
    seen: `${turn}.${hash}`
  }) as unknown as Answer
