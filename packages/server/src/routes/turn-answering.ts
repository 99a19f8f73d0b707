import type { Caller, Turn, TurnOptions, TurnResult } from '@turnwise/engine'
import { TurnwiseError } from '@turnwise/engine'
import type { Context } from 'hono'
import { wantsEventStream } from '../edge/accepted-answer.ts'
import { idempotencyKey } from '../edge/idempotency-key.ts'
import { lastEventId } from '../edge/last-event-id.ts'
import { seenHeader } from '../edge/seen-header.ts'
import type { ServerEnv } from '../environment.ts'
import { type Hearers, problemDocument, problemResponse, report } from '../problem-document.ts'
import type { SentEvent } from '../stream/event-stream.ts'
import { eventStreamAnswer } from '../stream/event-stream-answer.ts'
import { turnEvents } from '../stream/turn-events.ts'
import { within } from '../within.ts'

export type TurnAnswering = Hearers & {
  /** How long a client that wants JSON waits for a turn, in milliseconds. */
  requestTimeout: number
  /** How long a stream stays silent, in milliseconds. */
  keepAlive: number
}

const REPLAYED = { 'idempotency-replayed': 'true', 'x-idempotency-cache-hit': 'true' }

/** How long a stream waits for its status to be known before it begins, in milliseconds. */
const ADMISSION = 300

/**
 * Runs a turn and answers it the way the client asked for: one JSON answer, or its events.
 *
 * What is refused is a problem document in both cases, and a turn that was over is answered as such,
 * as long as that is known before there is anything to tell. A client that leaves changes nothing:
 * the turn goes on without it.
 */
export async function answerTurn(
  context: Context<ServerEnv>,
  { requestTimeout, keepAlive, onBug, onFailure }: TurnAnswering,
  run: (caller: Caller, options: TurnOptions) => Promise<Turn>
): Promise<Response> {
  const { headers } = context.req.raw
  const requestId = context.get('requestId')
  const key = idempotencyKey(headers)
  const seen = seenHeader(headers)
  const turn = await run(context.get('caller'), {
    ...(key === undefined ? {} : { key }),
    ...(seen === undefined ? {} : { seen })
  })

  if (!wantsEventStream(context.req.header('accept'))) {
    return answerWhole(await settled(turn.result, requestTimeout), requestId)
  }
  const left = new AbortController()
  const events = turnEvents(turn, lastEventId(headers), requestId, left.signal)
  const told = firstTold(events)
  const early = await ended(turn, told.something, requestTimeout).catch((refusal: unknown) => {
    left.abort()
    throw refusal
  })
  if (early?.kind === 'failed') {
    left.abort()
    return answerWhole(early, requestId)
  }
  return eventStreamAnswer(
    signal => {
      signal.addEventListener('abort', () => left.abort(), { once: true })
      return told.all()
    },
    {
      keepAlive,
      onError: error => report(error, requestId, { onBug, onFailure }),
      headers: early?.replayed ? REPLAYED : {}
    }
  )
}

/** The result of a turn that is over, or ends before it has told anything; undefined of any other. */
async function ended(
  turn: Turn,
  somethingTold: Promise<undefined>,
  requestTimeout: number
): Promise<TurnResult | undefined> {
  const underWay = await within(turn.underWay, ADMISSION)
  if (underWay === false) return settled(turn.result, requestTimeout)
  return within(Promise.race([turn.result, somethingTold]), ADMISSION)
}

/** Reads ahead to the first event that says more than that the turn has begun, and loses none. */
function firstTold(events: AsyncGenerator<SentEvent>) {
  const ahead: SentEvent[] = []
  const read = async (): Promise<undefined> => {
    for (let next = await events.next(); !next.done; next = await events.next()) {
      ahead.push(next.value)
      if (next.value.event !== 'turn-started' && next.value.event !== 'restart') return
    }
  }
  const something = read()
  something.catch(() => {})
  async function* all(): AsyncGenerator<SentEvent> {
    // What has been read by now must not wait for what has not.
    while (ahead.length > 0) yield ahead.shift() as SentEvent
    await something
    yield* ahead
    yield* events
  }
  return { something, all }
}

function answerWhole(result: TurnResult, requestId: string): Response {
  const headers = result.replayed ? REPLAYED : {}
  if (result.kind === 'answered') return Response.json(result.answer, { headers })
  const { code, details } = result.failure
  return problemResponse(problemDocument({ code, details, stored: true }, requestId), headers)
}

async function settled(result: Promise<TurnResult>, milliseconds: number): Promise<TurnResult> {
  const ended = await within(result, milliseconds)
  if (ended !== undefined) return ended
  throw new TurnwiseError('ERR_TURN_RUNNING', 'the turn takes longer than the request may')
}
