import type { Caller, Turn, TurnOptions, TurnResult } from '@turnwise/engine'
import { TurnwiseError } from '@turnwise/engine'
import type { Context } from 'hono'
import { wantsEventStream } from '../edge/accepted-answer.ts'
import { idempotencyKey } from '../edge/idempotency-key.ts'
import { lastEventId } from '../edge/last-event-id.ts'
import { seenHeader } from '../edge/seen-header.ts'
import type { ServerEnv } from '../environment.ts'
import { problemDocument, problemResponse } from '../problem-document.ts'
import { eventStreamAnswer } from '../stream/event-stream-answer.ts'
import { endEvent, turnEvents } from '../stream/turn-events.ts'

export type TurnAnswering = {
  /** How long a client that wants JSON waits for a turn, in milliseconds. */
  requestTimeout: number
  /** How long a stream stays silent, in milliseconds. */
  keepAlive: number
}

const REPLAYED = { 'idempotency-replayed': 'true', 'x-idempotency-cache-hit': 'true' }

/**
 * Runs a turn and answers it the way the client asked for: one JSON answer, or its events.
 *
 * What is refused before the turn is admitted is a problem document in both cases. A client that
 * leaves changes nothing: the turn goes on without it.
 */
export async function answerTurn(
  context: Context<ServerEnv>,
  { requestTimeout, keepAlive }: TurnAnswering,
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
  // Whoever waits for the result hears of its failure; with nobody left it is not a crash.
  turn.result.catch(() => {})

  if (!wantsEventStream(context.req.header('accept'))) {
    return jsonAnswerTo(await settled(turn.result, requestTimeout), requestId)
  }
  const ended = await Promise.race([turn.result, nextTick()])
  if (ended?.replayed) {
    return eventStreamAnswer(() => only(endEvent(ended, requestId)), keepAlive, REPLAYED)
  }
  const after = lastEventId(headers)
  return eventStreamAnswer(signal => turnEvents(turn, after, requestId, signal), keepAlive)
}

function jsonAnswerTo(result: TurnResult, requestId: string): Response {
  const headers = result.replayed ? REPLAYED : {}
  if (result.kind === 'answered') return Response.json(result.answer, { headers })
  const { code, details } = result.failure
  return problemResponse(problemDocument({ code, details, stored: true }, requestId), headers)
}

async function settled(result: Promise<TurnResult>, milliseconds: number): Promise<TurnResult> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new TurnwiseError('ERR_TURN_RUNNING', 'the request timed out')),
      milliseconds
    )
  })
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}

const nextTick = (): Promise<undefined> =>
  new Promise(resolve => setTimeout(() => resolve(undefined), 0))

async function* only<T>(value: T): AsyncGenerator<T> {
  yield value
}
