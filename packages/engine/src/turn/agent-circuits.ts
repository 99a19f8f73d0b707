import type { Clock } from '../ports/clock.ts'
import type { Observation } from '../ports/observer.ts'

/** When an agent that keeps failing is left alone. */
export type CircuitSettings = {
  /** Failures in a row that open a circuit. */
  failures: number
  /** Milliseconds until one turn may try again; twice as many after each trial that fails. */
  rest: number
  /** Milliseconds after which one may try again at the latest. */
  longestRest: number
}

/** A way to an agent that is not used freely at the moment. */
export type OpenCircuit = {
  channel: string
  workflow: string
  /** `half-open`: one turn is trying. */
  state: 'open' | 'half-open'
  /** Seconds until the next turn may try. */
  retryAfter: number
}

type Circuit = Pick<OpenCircuit, 'channel' | 'workflow'> & {
  failures: number
  /** Of the next time it opens. */
  rest: number
  state: 'closed' | OpenCircuit['state']
  /** On the clock that never goes back. */
  until: number
}

/**
 * The circuits of one worker, one for each channel and workflow.
 *
 * After so many failures in a row nothing is sent for a while; then one turn at a time tries, and what
 * becomes of it decides: the while is longer each time. A trial that never reports is followed by the next after the same while.
 */
export class AgentCircuits {
  readonly #circuits = new Map<string, Circuit>()
  readonly #clock: Clock
  readonly #settings: CircuitSettings
  readonly #observe: (observation: Observation) => void

  constructor(
    clock: Clock,
    settings: CircuitSettings,
    observe: (observation: Observation) => void
  ) {
    this.#clock = clock
    this.#settings = settings
    this.#observe = observe
  }

  /** @returns null when the agent may be asked, else the seconds after which it may be */
  closedFor(channel: string, workflow: string): number | null {
    const circuit = this.#of(channel, workflow)
    if (circuit.state === 'closed') return null
    const left = circuit.until - this.#clock.elapsed()
    if (left > 0) return Math.ceil(left / 1000)
    circuit.until = this.#clock.elapsed() + circuit.rest
    this.#enter(circuit, 'half-open')
    return null
  }

  succeeded(channel: string, workflow: string): void {
    const circuit = this.#of(channel, workflow)
    circuit.failures = 0
    circuit.rest = this.#settings.rest
    this.#enter(circuit, 'closed')
  }

  /** @param retryAfter seconds the agent asked for */
  failed(channel: string, workflow: string, retryAfter = 0): void {
    const circuit = this.#of(channel, workflow)
    circuit.failures += 1
    if (circuit.failures < this.#settings.failures) return
    circuit.until = this.#clock.elapsed() + Math.max(circuit.rest, retryAfter * 1000)
    circuit.rest = Math.max(circuit.rest, Math.min(circuit.rest * 2, this.#settings.longestRest))
    this.#enter(circuit, 'open')
  }

  list(): readonly OpenCircuit[] {
    return [...this.#circuits.values()].flatMap(({ channel, workflow, state, until }) => {
      const retryAfter = Math.max(0, Math.ceil((until - this.#clock.elapsed()) / 1000))
      return state === 'closed' ? [] : [{ channel, workflow, state, retryAfter }]
    })
  }

  #of(channel: string, workflow: string): Circuit {
    const key = JSON.stringify([channel, workflow])
    const known = this.#circuits.get(key)
    if (known !== undefined) return known
    const { rest } = this.#settings
    const circuit: Circuit = { channel, workflow, failures: 0, rest, state: 'closed', until: 0 }
    this.#circuits.set(key, circuit)
    return circuit
  }

  #enter(circuit: Circuit, state: Circuit['state']): void {
    if (circuit.state === state) return
    circuit.state = state
    const { channel, workflow } = circuit
    this.#observe({ event: 'agent-circuit', channel, workflow, state })
  }
}
