import type { Entry, Failure, Head, StoredEvent, TurnRecord, TurnResult } from '@turnwise/engine'

/** What the answer to a turn says. */
export type Answer = Extract<TurnResult, { kind: 'answered' }>['answer']

/** What a client is told of a turn it handed in. */
export type Told =
  | { kind: 'answered'; answer: Answer }
  | { kind: 'failed'; failure: Failure; answer: Answer | null }
  /** Nothing is stored of it. */
  | { kind: 'refused'; code: string; retryable: boolean }

/** One conversation as it can be read, with the record of each turn by its id. */
export type History = {
  head: Head
  entries: readonly Entry[]
  records: Readonly<Record<string, TurnRecord>>
}

export type StartTurn = { key: string; workflow: string }
export type SendTurn = { conversation: string; key: string; text: string; seen?: string }

/** What is put to the proof: something that runs conversations. */
export interface Subject {
  start(turn: StartTurn): Promise<Told>
  send(turn: SendTurn): Promise<Told>
  stop(conversation: string): Promise<boolean | null>
  erase(conversation: string): Promise<boolean>
  history(conversation: string): Promise<History | null>
  /** Live events after an id; null when there is no such conversation. */
  events(
    conversation: string,
    after: string | null,
    signal: AbortSignal
  ): Promise<AsyncIterable<StoredEvent> | null>
}
