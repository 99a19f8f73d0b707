import { isTurnwiseError } from '../errors.ts'
import type { Failure, Reply } from '../ports/stored-conversation.ts'
import type { Asked } from './ask.ts'
import type { Answers } from './correct.ts'
import type { LoadedTurn } from './load.ts'
import type { Parts } from './parts.ts'
import type { Reduced } from './reduce.ts'
import { reduceWithoutReply } from './reduce-without-reply.ts'

/** What a turn has become, and everything that was asked and replied on the way when it was read. */
export type Understood = { answers: Answers | null; reduced: Reduced }

/** Ends a turn whose reply did not come whole. */
export const endWithoutReply = (
  turn: LoadedTurn,
  asked: Extract<Asked, { kind: 'uncertain' | 'stopped' | 'failed' }>,
  parts: Parts
): Reduced =>
  reduceWithoutReply(turn, {
    outcome: asked.kind,
    failure: asked.kind === 'failed' ? asked.failure : null,
    partial: asked.partial,
    shown: asked.shown,
    at: new Date(parts.clock.now()).toISOString()
  })

/** Ends a turn that has broken its worker too often; its reply is kept for people to look at. */
export const endPoisoned = (turn: LoadedTurn, parts: Parts): Reduced =>
  endFailed(turn, turn.grant.record.replies[0] ?? null, poisoned, parts)

/** Ends a turn whose reply only says that the agent is busy. */
export const endThrottled = (turn: LoadedTurn, reply: Reply, code: string, parts: Parts): Reduced =>
  endFailed(
    turn,
    reply,
    {
      code: 'ERR_CHANNEL_REJECTED',
      message: `The agent is busy (${code}).`,
      details: { status: 429, retryAfter: 30, sent: true }
    },
    parts
  )

/** Understands a reply; when code of ours breaks on it the turn ends there, once. */
export const orBroken = async (
  turn: LoadedTurn,
  reply: Reply,
  parts: Parts,
  work: () => Promise<Understood>
): Promise<Understood> => {
  try {
    return await work()
  } catch (error) {
    if (isTurnwiseError(error)) throw error
    parts.observe({ event: 'bug', tid: turn.grant.tid, error })
    return { answers: null, reduced: endFailed(turn, reply, broken, parts) }
  }
}

const endFailed = (
  turn: LoadedTurn,
  partial: Reply | null,
  failure: Failure,
  parts: Parts
): Reduced =>
  reduceWithoutReply(turn, {
    outcome: 'failed',
    failure,
    partial,
    shown: [],
    at: new Date(parts.clock.now()).toISOString()
  })

const poisoned: Failure = {
  code: 'ERR_TURN_POISONED',
  message: 'This message could not be processed and was set aside.',
  details: {}
}

const broken: Failure = {
  code: 'ERR_TURN_FAILED',
  message: 'The reply of the agent could not be processed.',
  details: {}
}
