/** What may take too long: getting a connection, the next event, or all of it. */
export type Limit = 'connect' | 'idle' | 'total'

const complaints: Record<Limit, string> = {
  connect: 'The agent could not be reached in time',
  idle: 'The agent was silent for too long',
  total: 'The agent took too long in all'
}

/** A limit ran out. */
export class Expired extends Error {
  override readonly name = 'Expired'
  readonly limit: Limit

  constructor(limit: Limit, milliseconds: number) {
    super(`${complaints[limit]} (${milliseconds} ms)`)
    this.limit = limit
  }
}

/**
 * The patience of one call: a total that runs from the beginning, and one limit for what is being
 * waited for now. Whichever runs out aborts `signal`, as does the caller.
 */
export class TimeLimits {
  readonly signal: AbortSignal
  readonly #expiry = new AbortController()
  readonly #total: NodeJS.Timeout
  #current: NodeJS.Timeout | undefined

  /** @param total milliseconds for everything */
  constructor(caller: AbortSignal, total: number) {
    this.signal = AbortSignal.any([caller, this.#expiry.signal])
    this.#total = this.#abortAfter('total', total)
  }

  /** Starts to wait for something, in place of what was waited for before. */
  expect(limit: Limit, milliseconds: number): void {
    this.pause()
    this.#current = this.#abortAfter(limit, milliseconds)
  }

  /** Nothing is waited for: the reader of the events is at work. */
  pause(): void {
    clearTimeout(this.#current)
  }

  /** The call is over, and with it every connection it still holds. */
  close(): void {
    this.pause()
    clearTimeout(this.#total)
    this.#expiry.abort()
  }

  #abortAfter(limit: Limit, milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#expiry.abort(new Expired(limit, milliseconds)), milliseconds)
  }
}
