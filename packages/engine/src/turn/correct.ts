import { writeCorrection } from '../context/correction.ts'
import type { Reply } from '../ports/stored-conversation.ts'
import { type NextAsk, nextAsk, type Reading } from '../reply/next-ask.ts'
import { ask } from './ask.ts'
import type { Question } from './enrich.ts'
import { newNonce } from './identity.ts'
import { journal } from './journal.ts'
import type { Lease } from './lease.ts'
import type { LoadedTurn } from './load.ts'
import { parse } from './parse.ts'
import type { Parts } from './parts.ts'

/** Everything an agent was asked in a turn and what it replied; at least one reply was read. */
export type Answers = {
  queries: readonly string[]
  replies: readonly Reply[]
  readings: readonly [Reading, ...Reading[]]
}

/**
 * Asks an agent to put its answer right, as often as its workflow allows, each time journaled like any
 * ask.
 *
 * A re-ask that brings no whole reply ends it: the turn goes by the earlier one.
 *
 * @param counts the first reply as the journal has it: nothing is asked because of another one
 */
export const correct = async (
  turn: LoadedTurn,
  first: Reading,
  counts: Promise<Reply>,
  lease: Lease,
  parts: Parts
): Promise<Answers> => {
  let answers: Answers = {
    queries: turn.queries.slice(0, 1),
    replies: [first.reply],
    readings: [first]
  }
  if (!mayAskAgain(turn)) return answers
  const { modes = [] } = turn.channel.capabilities
  for (;;) {
    const next = nextAsk(answers.readings, { limit: turn.workflow.reask, modes })
    if (next === null || lease.over() === 'stopped') return answers
    const counted = await counts
    if (counted !== first.reply)
      return correct(turn, parse(turn, counted, parts), counts, lease, parts)
    const question = questionFor(turn, next, answers, parts)
    if (question.query.length > turn.channel.capabilities.maxInput) return answers
    const asked = await ask(turn, question, lease, parts)
    if (asked.kind === 'refused') return answers
    const heard = asked.kind === 'replied' ? asked.reply : asked.partial
    if (heard === null) return answers
    const reply = await journal(turn, heard, parts).counts
    const { queries, replies, readings } = answers
    answers = { queries: [...queries, question.query], replies: [...replies, reply], readings }
    if (!reply.whole) return answers
    answers = { ...answers, readings: [...readings, parse(turn, reply, parts, question.mode)] }
  }
}

/**
 * A greeting was not asked for anything. Where the circuit is open, asking did not help before. What a
 * card set off may have happened, and an agent that is not safe to ask twice could do it again.
 */
const mayAskAgain = ({ input, state, channel }: LoadedTurn): boolean =>
  input.kind !== 'start' &&
  state.mode === 'structured' &&
  !(input.kind === 'card' && channel.capabilities.resend === 'unsafe')

const questionFor = (
  turn: LoadedTurn,
  next: NextAsk,
  answers: Answers,
  parts: Parts
): Extract<Question, { kind: 'send' }> => {
  const number = answers.replies.length
  const { context } = turn.workflow
  const original = answers.queries[0] ?? ''
  const asked = turn.queries[number]
  const query =
    asked ??
    (next.kind === 'downgrade'
      ? original
      : writeCorrection(next.misfit, {
          format: context.format ?? parts.context.format,
          nonce: (context.nonce ?? parts.context.nonce) ? newNonce() : null,
          original: turn.channel.capabilities.stateless === true ? original : null
        }))
  return {
    kind: 'send',
    ask: number,
    ref: answers.replies.at(-1)?.ref ?? turn.grant.head.ref,
    input: { kind: 'text', text: query },
    query,
    ...(next.kind === 'downgrade' ? { mode: next.mode } : {})
  }
}
