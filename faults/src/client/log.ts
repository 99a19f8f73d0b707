import type { Answer } from '../worker/subject.ts'

/** A turn as a client got it told: this is what it goes by from now on. */
export type Acknowledgement = {
  conversation: string
  key: string
  /** What the answer said; null for a failure that is stored without an entry. */
  answer: Answer | null
  /** The code of a failure that is stored; null for an answer. */
  failure: string | null
}

/** A turn that was refused for good: it must not have happened. */
export type Refusal = { conversation: string; key: string; code: string }

/** What the clients of a house have been told, in the order in which they heard it. */
export class ClientLog {
  readonly acknowledgements: Acknowledgement[] = []
  readonly refusals: Refusal[] = []
  readonly conversations = new Set<string>()
  /** Conversations that were seen to be held for no turn. */
  readonly namelessLeases: string[] = []
  /** Attempts beyond the first. */
  retries = 0
  #next = Promise.withResolvers<void>()

  acknowledged(acknowledgement: Acknowledgement): void {
    this.acknowledgements.push(acknowledgement)
    this.#told()
  }

  refused(refusal: Refusal): void {
    this.refusals.push(refusal)
    this.#told()
  }

  /** Resolves when the next client is told something. */
  next(): Promise<void> {
    return this.#next.promise
  }

  #told(): void {
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }
}
