import type { LiveEvent, TurnAnswer } from '@turnwise/schema'
import { BackOff, type RetryPolicy } from './back-off.ts'
import { asProblem, ClientProblem, transportProblem } from './client-problem.ts'
import { EventLog } from './event-log.ts'
import { liveEvents } from './live-events.ts'
import type { AnswerOf, AnyData } from './typed-answers.ts'

/**
 * A turn on its way: its events as they come, and its answer.
 *
 * Iterating starts at the turn's first event, any number of times, and never throws: the last event
 * is `turn-committed` or `turn-failed`, also when the server cannot be reached any more. After
 * `restart` and `reset` the provisional text of the turn is void and comes again.
 */
export type TurnStream<Data = AnyData> = AsyncIterable<LiveEvent> & {
  /** The idempotency key. The same key and request lead to the same answer, also after a reload. */
  readonly key: string
  /** Rejects with the {@link ClientProblem} of a failed turn, or with the reason of an abort. */
  readonly answer: Promise<AnswerOf<Data>>
}

export type TurnStreamOptions = {
  key: string
  /** Posts the request; continues after an event when one is named. */
  post: (after: string | null) => Promise<Response>
  retry: RetryPolicy
  /** Milliseconds without a byte after which a connection counts as dead. */
  silence: number
  signal: AbortSignal | undefined
}

/**
 * Runs a turn to its end, through broken connections: the request is posted again with the same
 * key, and the server goes on where the stream was cut.
 */
export function turnStream(options: TurnStreamOptions): TurnStream {
  const log = new EventLog<LiveEvent>()
  const answer = follow(options, log).finally(() => log.end())
  // Whoever only iterates hears of a failure as an event.
  answer.catch(() => {})
  return { key: options.key, answer, [Symbol.asyncIterator]: () => log.read() }
}

async function follow(
  { post, retry, silence, signal }: TurnStreamOptions,
  log: EventLog<LiveEvent>
): Promise<TurnAnswer> {
  const backOff = new BackOff(retry)
  let after: string | null = null
  for (;;) {
    try {
      for await (const { id, event } of liveEvents(await post(after), silence)) {
        backOff.progressed()
        log.append(event)
        // After a reset there is nothing to continue from: the turn is told again from its beginning.
        after = event.event === 'reset' ? null : (id ?? after)
        if (event.event === 'turn-committed') return event.data
        if (event.event === 'turn-failed') throw new TurnFailed(event.data)
      }
      throw transportProblem('ERR_NETWORK', 0)
    } catch (error) {
      if (error instanceof TurnFailed) throw new ClientProblem(error.problem)
      await backOff.pause(error, signal).catch((reason: unknown) => {
        if (!signal?.aborted) log.append({ event: 'turn-failed', data: asProblem(reason).problem })
        throw reason
      })
    }
  }
}

/** The turn has ended, as opposed to an attempt to follow it. */
class TurnFailed extends ClientProblem {}
