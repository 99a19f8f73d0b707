import { setTimeout as sleep } from 'node:timers/promises'
import { type House, lease } from '../house/house.ts'
import type { Answer, History, SendTurn, StartTurn, Told } from '../worker/subject.ts'
import type { ClientLog } from './log.ts'

/** Milliseconds a client waits for an answer before it asks another worker. */
const patience = 3 * lease

/** Refusals that are no word on the turn: the same key is sent again. */
const worthAnother = (told: Extract<Told, { kind: 'refused' }>): boolean =>
  told.retryable && told.code !== 'ERR_CONVERSATION_BUSY' && told.code !== 'ERR_QUEUE_FULL'

/**
 * A client that does not give up: it sends a turn under one key, to any worker, until it is told what
 * became of it, and keeps a log of what it was told.
 */
export class Client {
  readonly #house: House
  readonly log: ClientLog

  constructor(house: House, log: ClientLog) {
    this.#house = house
    this.log = log
  }

  /** Opens a conversation and returns its greeting, or the note that stands in its place. */
  async start(turn: StartTurn): Promise<Answer> {
    const told = await this.open(turn)
    if (told.kind === 'refused' || told.answer === null)
      throw new Error(`not started: ${JSON.stringify(told)}`)
    return told.answer
  }

  /** Asks for a conversation and returns what came of it. */
  async open(turn: StartTurn): Promise<Told> {
    const told = await this.#insist('/start', turn)
    if (told.kind === 'refused' || told.answer === null) return told
    const { conversationId: conversation } = told.answer
    this.log.conversations.add(conversation)
    this.log.acknowledged({
      conversation,
      key: turn.key,
      answer: told.answer,
      failure: told.kind === 'failed' ? told.failure.code : null
    })
    return told
  }

  /** Sends a message and returns what became of it; `text` is the key, so that all logs name it. */
  async send(turn: Omit<SendTurn, 'text'>): Promise<Told> {
    const { conversation, key } = turn
    const told = await this.#insist('/send', { ...turn, text: key })
    if (told.kind === 'refused') this.log.refused({ conversation, key, code: told.code })
    else
      this.log.acknowledged({
        conversation,
        key,
        answer: told.answer,
        failure: told.kind === 'failed' ? told.failure.code : null
      })
    return told
  }

  /** What can be read of a conversation; null when there is none. */
  history = (conversation: string): Promise<History | null> =>
    this.#until(`/history?conversation=${conversation}`)

  erase = (conversation: string): Promise<boolean> =>
    this.#until(`/erase?conversation=${conversation}`)

  stop = (conversation: string): Promise<boolean | null> =>
    this.#until(`/stop?conversation=${conversation}`)

  async #insist(path: string, turn: unknown): Promise<Told> {
    for (;;) {
      const told = await this.#until<Told>(path, turn)
      if (told.kind !== 'refused' || !worthAnother(told)) return told
      this.log.retries += 1
      await sleep(20)
    }
  }

  /** Asks whatever worker there is until one answers. */
  async #until<T>(path: string, body?: unknown): Promise<T> {
    for (;;) {
      const url = await this.#house.door()
      try {
        const response = await fetch(`${url}${path}`, {
          ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(patience)
        })
        return (await response.json()) as T
      } catch {
        this.log.retries += 1
        await sleep(20)
      }
    }
  }
}
