import type { Clock } from '../ports/clock.ts'
import type { Entry } from '../ports/stored-conversation.ts'

/** Measures where the time of one turn goes. */
export class Stopwatch {
  readonly #clock: Clock
  readonly #began: number
  #parse = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#began = clock.elapsed()
  }

  /** Runs the part of a turn that only reads and decides, and adds its time. */
  parsing<T>(work: () => T): T {
    const began = this.#clock.elapsed()
    try {
      return work()
    } finally {
      this.#parse += this.#clock.elapsed() - began
    }
  }

  /** Milliseconds so far; what was neither the agent nor the reading was the store and the rest. */
  read(agent: number): Entry['timings'] {
    const total = this.#clock.elapsed() - this.#began
    const store = Math.max(0, total - agent - this.#parse)
    return {
      agent: round(agent),
      store: round(store),
      parse: round(this.#parse),
      total: round(total)
    }
  }
}

const round = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000
