/** When a process that nobody stops ends by itself. */
export interface LifetimeOptions {
  /** Milliseconds without a request after which it ends. */
  idleExitMs: number
  /** The same once the process that started it is gone. */
  orphanExitMs: number
  /** Called once, when the time has come. */
  onEnd: () => void
}

/**
 * Ends a process that has become useless: it outlives the server that started it, so that the next
 * server finds it, but not for ever.
 */
export class Lifetime {
  readonly #options: LifetimeOptions
  readonly #parent = process.ppid
  readonly #timer: NodeJS.Timeout
  #lastRequest = performance.now()

  constructor(options: LifetimeOptions) {
    this.#options = options
    const { idleExitMs, orphanExitMs } = options
    const interval = Math.min(Math.max(Math.min(idleExitMs, orphanExitMs) / 4, 50), 5_000)
    this.#timer = setInterval(() => this.#check(), interval)
  }

  /** Notes that somebody still needs the process. */
  requested(): void {
    this.#lastRequest = performance.now()
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #check(): void {
    const { idleExitMs, orphanExitMs, onEnd } = this.#options
    // An orphan is handed to another process, so the parent's id changes.
    const orphan = process.ppid !== this.#parent
    const allowed = orphan ? Math.min(orphanExitMs, idleExitMs) : idleExitMs
    if (performance.now() - this.#lastRequest < allowed) return
    this.end()
    onEnd()
  }
}
