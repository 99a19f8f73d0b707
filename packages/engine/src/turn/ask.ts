import { TurnwiseError } from '../errors.ts'
import type { ChannelHandles } from '../ports/channel.ts'
import type { AskingMark } from '../ports/store.ts'
import type { Failure, Reply } from '../ports/stored-conversation.ts'
import type { Question } from './enrich.ts'
import { type Lease, lostLease } from './lease.ts'
import { type Heard, listen } from './listen.ts'
import type { LoadedTurn, Refusal } from './load.ts'
import type { Parts } from './parts.ts'

/** How asking ended. All but `replied` and `refused` are entries that leave data and step alone. */
export type Asked =
  | { kind: 'replied'; reply: Reply }
  | { kind: 'uncertain' | 'stopped'; partial: Reply; shown: readonly string[] }
  | { kind: 'failed'; failure: Failure; partial: Reply | null; shown: readonly string[] }
  | Refusal

/** Refused before anything was done, so the same message may be sent again. */
const refusedOutright = new Set([401, 403, 404, 429])

/**
 * Asks the agent once, or finds out what became of having asked.
 *
 * A durable mark stands before the first byte. Once something may have been sent it is never sent
 * again unless the channel is safe to ask twice: the reply is read back, or the turn is uncertain.
 */
export const ask = async (
  turn: LoadedTurn,
  question: Question,
  lease: Lease,
  parts: Parts
): Promise<Asked> => {
  const { record } = turn.grant
  const { ask, ref } = question
  const journaled = record.replies.find(reply => reply.ask === ask)
  if (journaled !== undefined) return { kind: 'replied', reply: journaled }
  const fresh = turn.marked && ask === 0
  if (!fresh && record.state === 'asking' && record.handles?.ask === ask && !repeatable(turn))
    return settle(turn, record.handles, null, lease, parts)

  const mark = markOf(turn, question)
  const { handles } = mark
  if (!fresh) {
    const marked = await parts.store.asking(turn.grant, mark)
    if (marked === 'gone') throw new TurnwiseError('ERR_CONVERSATION_GONE', 'It was deleted.')
    if (marked === 'lost') throw lostLease()
  }
  parts.observe({ event: 'agent-asked', tid: turn.grant.tid, channel: turn.channel.id, ask })

  const began = parts.clock.elapsed()
  const live = ask === 0 && !forks(turn)
  const events = open(turn, question, handles, lease, parts)
  const heard = await listen(events, { turn, ref, live }, parts)
  const milliseconds = parts.clock.elapsed() - began
  judge(turn, heard, parts)
  if (heard.whole) return { kind: 'replied', reply: replyOf(heard, ask, milliseconds, parts) }
  return settle(turn, handles, { heard, milliseconds }, lease, parts)
}

/** What is written down of a question before it is sent. */
export const markOf = (
  { grant }: LoadedTurn,
  { ask, ref, query }: Pick<Question, 'ask' | 'ref' | 'query'>
): AskingMark => ({ ask, query, handles: { ref, turnId: grant.tid, ask } })

const open = (
  turn: LoadedTurn,
  question: Question,
  handles: ChannelHandles,
  lease: Lease,
  parts: Parts
) => {
  const call = {
    signal: lease.signal,
    locale: turn.grant.head.locale,
    ...(question.kind === 'send' && question.mode !== undefined ? { mode: question.mode } : {}),
    ...tokenOf(turn, parts)
  }
  if (question.kind === 'start') return turn.channel.start(handles, call)
  const { ref } = handles
  if (ref === null) throw new TypeError('a conversation without a far side cannot be asked')
  return turn.channel.send(question.input, { ...handles, ref }, call)
}

/** The greeting that a fork makes the agent say is nothing for the people of the conversation. */
const forks = ({ input }: LoadedTurn): boolean => input.kind === 'start' && input.fork !== undefined

/** Tells the circuit how the agent did; what is our own doing, or one user's, says nothing about it. */
const judge = (turn: LoadedTurn, { whole, error }: Heard, parts: Parts): void => {
  const { id } = turn.channel
  if (whole) parts.circuits.succeeded(id, turn.workflow.id)
  else if (error === null || failedItself(error))
    parts.circuits.failed(id, turn.workflow.id, error?.details.retryAfter)
}

const failedItself = ({ code, details: { status = 0 } }: TurnwiseError): boolean =>
  code === 'ERR_CHANNEL_UNREACHABLE' ||
  code === 'ERR_CHANNEL_TIMEOUT' ||
  code === 'ERR_CHANNEL_CUT' ||
  (code === 'ERR_CHANNEL_REJECTED' && (status === 429 || status >= 500))

/** Decides how a turn ends that was asked without a whole reply coming back. */
const settle = async (
  turn: LoadedTurn,
  handles: ChannelHandles,
  attempt: { heard: Heard; milliseconds: number } | null,
  lease: Lease,
  parts: Parts
): Promise<Asked> => {
  const error = attempt?.heard.error ?? null
  if (error !== null)
    parts.observe({
      event: 'agent-failed',
      tid: turn.grant.tid,
      channel: turn.channel.id,
      code: error.code,
      ...(error.details.status === undefined ? {} : { status: error.details.status })
    })
  const partial =
    attempt === null ? null : replyOf(attempt.heard, handles.ask, attempt.milliseconds, parts)
  const shown = attempt?.heard.shown ?? []
  if (lease.over() === 'lost') throw lostLease()
  if (lease.over() === 'stopped')
    return { kind: 'stopped', partial: partial ?? nothingHeard(handles, parts), shown }
  if (error !== null && nothingDone(error))
    return { kind: 'refused', failure: failureOf(error), retryable: true }
  if (attempt !== null && repeatable(turn))
    return { kind: 'refused', failure: failureOf(error ?? cut()), retryable: true }
  if (error?.code === 'ERR_CHANNEL_REJECTED' || error?.code === 'ERR_CHANNEL_REPLY_TOO_LARGE')
    return { kind: 'failed', failure: failureOf(error), partial, shown }

  const recovered = await readBack(turn, handles, lease, parts)
  if (recovered !== null) return { kind: 'replied', reply: recovered }
  if (lease.over() === 'lost') throw lostLease()
  const kind = lease.over() === 'stopped' ? 'stopped' : 'uncertain'
  return { kind, partial: partial ?? nothingHeard(handles, parts), shown }
}

/** Reads the reply back from the far side without asking again; null when it cannot be had whole. */
const readBack = async (
  turn: LoadedTurn,
  handles: ChannelHandles,
  lease: Lease,
  parts: Parts
): Promise<Reply | null> => {
  const { ref } = handles
  if (ref === null || turn.channel.recover === undefined) return null
  const began = parts.clock.elapsed()
  const call = { signal: lease.signal, ...tokenOf(turn, parts) }
  const events = turn.channel.recover({ ...handles, ref }, call)
  const heard = await listen(events, { turn, ref, live: false }, parts)
  if (!heard.whole) return null
  const tid = turn.grant.tid
  parts.observe({ event: 'reply-recovered', tid, channel: turn.channel.id })
  const milliseconds = parts.clock.elapsed() - began
  return { ...replyOf(heard, handles.ask, milliseconds, parts), recovered: true }
}

/** Asking twice does no harm: an opening lands in the same place, and some agents have no memory. */
const repeatable = (turn: LoadedTurn): boolean =>
  turn.input.kind === 'start' || turn.channel.capabilities.resend === 'safe'

const cut = (): TurnwiseError =>
  new TurnwiseError('ERR_CHANNEL_CUT', 'The connection to the agent ended in the middle.', {
    retryable: true,
    details: { sent: true }
  })

const nothingDone = (error: TurnwiseError): boolean =>
  error.details.sent === false ||
  error.code === 'ERR_CHANNEL_UNREACHABLE' ||
  (error.code === 'ERR_CHANNEL_REJECTED' && refusedOutright.has(error.details.status ?? 0))

const tokenOf = (turn: LoadedTurn, parts: Parts): { token?: string } => {
  const token = parts.tokens.get(turn.grant.tid)
  return token === undefined ? {} : { token }
}

const replyOf = (heard: Heard, ask: number, milliseconds: number, parts: Parts): Reply => ({
  ask,
  activities: heard.activities,
  whole: heard.whole,
  recovered: false,
  ref: heard.ref,
  receivedAt: new Date(parts.clock.now()).toISOString(),
  milliseconds,
  ...(heard.usage === null ? {} : { usage: heard.usage })
})

const nothingHeard = ({ ask, ref }: ChannelHandles, parts: Parts): Reply =>
  replyOf({ activities: [], ref, whole: false, shown: [], error: null, usage: null }, ask, 0, parts)

/** A 4xx says that the agent would not; anything else it answers with leaves open what it has done. */
const failureOf = (error: TurnwiseError): Failure => ({
  code:
    error.code === 'ERR_CHANNEL_REJECTED' && !isRefusal(error) ? 'ERR_CHANNEL_FAILED' : error.code,
  message: error.message,
  details: error.details
})

const isRefusal = ({ details: { status = 0 } }: TurnwiseError): boolean =>
  status >= 400 && status < 500
