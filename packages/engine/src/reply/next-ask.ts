import type { ParsedTurn } from '@turnwise/schema'
import type { Reply } from '../ports/stored-conversation.ts'
import type { Misfit } from './read-reply.ts'

/** A whole reply with what was read out of it. */
export type Reading = {
  reply: Reply
  parsed: ParsedTurn
  /** What was meant as data and did not fit. */
  misfit: Misfit | null
  /** The error code of a reply that only says that the far side is busy. */
  throttled: string | null
}

/** Whether a reply said what it had to say in a form that could be used whole. */
export const isValid = ({ parsed, misfit }: Reading): boolean =>
  parsed.kind === 'structured' && misfit === null

/** What is asked after the replies so far. */
export type NextAsk =
  /** To put the last answer right. */
  | { kind: 'correct'; misfit: Misfit }
  /** The same again in a less strict mode of the channel. */
  | { kind: 'downgrade'; mode: string }

/**
 * Decides from journaled replies alone whether to ask once more, so that it is decided the same after
 * a crash.
 *
 * What an agent did not try to say is not asked for again: words, a refusal, an answer that was cut.
 * An empty object means that the mode was too strict. When the same is wrong again, asking does not
 * help.
 *
 * @param limit re-asks at the most
 * @param modes of the channel, the strictest first
 */
export const nextAsk = (
  readings: readonly Reading[],
  { limit, modes }: { limit: number; modes: readonly string[] }
): NextAsk | null => {
  const last = readings.at(-1)
  if (last === undefined || readings.length > limit || last.throttled !== null) return null
  const { misfit, parsed } = last
  const flags = parsed.report?.flags
  if (flags?.refusal || flags?.truncated) return null
  if (flags?.silentFailure || misfit?.problems.some(({ rule }) => rule === 'empty')) {
    const mode = modes[1]
    return mode === undefined || readings.length > 1 ? null : { kind: 'downgrade', mode }
  }
  if (misfit === null || issuesOf(misfit) === issuesOf(readings.at(-2)?.misfit)) return null
  return { kind: 'correct', misfit }
}

const issuesOf = (misfit: Misfit | null | undefined): string | null =>
  misfit == null
    ? null
    : JSON.stringify(misfit.problems.map(({ path, rule }) => [path, rule]).sort())

/**
 * The reading a turn goes by: the last one that has data, with what earlier ones had and it leaves
 * out; the first one when none has any.
 */
export const chosen = (readings: readonly [Reading, ...Reading[]]): Reading => {
  const structured = readings.filter(({ parsed }) => parsed.kind === 'structured')
  const last = structured.at(-1)
  if (last === undefined) return readings[0]
  const data = Object.assign({}, ...structured.map(({ parsed }) => parsed.data))
  const said = structured.some(({ parsed }) => parsed.data !== null)
  return { ...last, parsed: { ...last.parsed, data: said ? data : null } }
}
