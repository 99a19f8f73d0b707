import type { Grant } from '../ports/store.ts'
import { ask } from './ask.ts'
import { commit, type Run, refuse } from './commit.ts'
import { conclude } from './conclude.ts'
import { endPoisoned, endWithoutReply } from './endings.ts'
import { enrich } from './enrich.ts'
import { type Journaling, journal } from './journal.ts'
import { keepLease } from './lease.ts'
import { isTooLate, load } from './load.ts'
import { reduceNotice } from './notice.ts'
import type { Parts } from './parts.ts'
import { reduceTooLate } from './reduce-without-reply.ts'
import { Stopwatch } from './stopwatch.ts'

/** Attempts after which a turn that keeps breaking its worker is given up. */
const mostAttempts = 3

/**
 * Runs a granted turn to its end: load, enrich, ask, journal, normalise, parse, reduce, commit.
 *
 * @throws TurnwiseError `ERR_LEASE_LOST` when another worker has it now, `ERR_CONVERSATION_GONE` when
 *   the conversation was deleted meanwhile, `ERR_STORE_UNAVAILABLE` when the store stays away; the
 *   turn is then an orphan that the next admission resolves
 * @param marked what it asks was marked as it was granted, and nothing has been sent yet
 */
export const runTurn = async (grant: Grant, marked: boolean, parts: Parts): Promise<Run> => {
  const { tid, record, base } = grant
  parts.observe({ event: 'turn-granted', tid, turn: base + 1, attempt: record.attempts })
  const lease = keepLease(grant, parts)
  const watch = new Stopwatch(parts.clock)
  let journaling: Journaling | null = null
  try {
    const loaded = await load(grant, parts)
    if (loaded.kind === 'refused') return await refuse(grant, loaded, parts)
    if (record.attempts > mostAttempts)
      return await commit(loaded, endPoisoned(loaded, parts), watch, parts)
    if (loaded.input.kind === 'notice')
      return await commit(loaded, reduceNotice(loaded, loaded.input, parts), watch, parts)
    if (isTooLate(loaded)) return await commit(loaded, reduceTooLate(loaded), watch, parts)

    const question = await enrich({ ...loaded, marked }, parts)
    if (question.kind === 'refused') return await refuse(grant, question, parts)
    const turn = {
      ...loaded,
      marked,
      queries: loaded.queries.length > 0 ? loaded.queries : [question.query]
    }

    const asked = await ask(turn, question, lease, parts)
    if (asked.kind === 'refused') return await refuse(grant, asked, parts)
    if (asked.kind !== 'replied')
      return await commit(turn, endWithoutReply(turn, asked, parts), watch, parts)

    journaling = journal(turn, asked.reply, parts)
    await journaling.sent
    return await conclude(turn, journaling, lease, watch, parts)
  } finally {
    journaling?.end()
    lease.end()
  }
}
