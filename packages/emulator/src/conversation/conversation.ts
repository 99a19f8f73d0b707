import type { Activity } from '../wire/activity.ts'
import { ChangeSignal } from './change-signal.ts'

/** One activity the agent emitted, as it stands in the log. */
export interface LogEntry {
  eventId: string
  turn: AgentTurn
  activity: Activity
}

/** The agent's work on one message; it goes on when the client has gone. */
export interface AgentTurn {
  running: boolean
}

/** A conversation as the far side keeps it: everything the agent said, in order. */
export class Conversation {
  readonly id: string
  /** What the agent remembers by itself, for callers that send it no context. */
  memory: Readonly<Record<string, unknown>> = {}
  /** The turn that greeted, so that a repeated start is answered with the same activities. */
  greeting: AgentTurn | null = null
  readonly #epoch: string
  readonly #log: LogEntry[] = []
  readonly #running = new Set<AgentTurn>()
  readonly #changed = new ChangeSignal()
  #activities = 0

  /** @param epoch tells two conversations of one id apart, so that old event ids are not believed */
  constructor(id: string, epoch: string) {
    this.id = id
    this.#epoch = epoch
  }

  get busy(): boolean {
    return this.#running.size > 0
  }

  /** Numbers activities of both directions, as the service does. */
  nextActivityId(): string {
    this.#activities += 1
    return `${this.id}|${String(this.#activities).padStart(7, '0')}`
  }

  begin(): AgentTurn {
    const turn: AgentTurn = { running: true }
    this.#running.add(turn)
    return turn
  }

  append(turn: AgentTurn, activity: Activity): void {
    this.#log.push({ eventId: `${this.#epoch}-${this.#log.length + 1}`, turn, activity })
    this.#changed.notify()
  }

  finish(turn: AgentTurn): void {
    turn.running = false
    this.#running.delete(turn)
    this.#changed.notify()
  }

  /** What one turn says, from its first activity until it is done. */
  ofTurn(turn: AgentTurn, signal: AbortSignal): AsyncGenerator<LogEntry> {
    return this.#follow(
      0,
      entry => entry.turn === turn,
      () => turn.running,
      signal
    )
  }

  /** Everything after an event, until no turn is running; an unknown event id replays the whole log. */
  after(lastEventId: string | null, signal: AbortSignal): AsyncGenerator<LogEntry> {
    const from = this.#log.findIndex(entry => entry.eventId === lastEventId) + 1
    return this.#follow(
      from,
      () => true,
      () => this.busy,
      signal
    )
  }

  async *#follow(
    from: number,
    wanted: (entry: LogEntry) => boolean,
    more: () => boolean,
    signal: AbortSignal
  ): AsyncGenerator<LogEntry> {
    for (let at = from; ; ) {
      const entry = this.#log[at]
      if (entry) {
        at += 1
        if (wanted(entry)) yield entry
      } else if (!more() || !(await this.#changed.wait(signal))) return
    }
  }
}
