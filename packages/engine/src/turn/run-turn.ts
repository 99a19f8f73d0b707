import type { Grant } from '../ports/store.ts'
import { normalise } from '../reply/normalise.ts'
import { announce } from './announce.ts'
import { ask } from './ask.ts'
import { commit, type Run, refuse } from './commit.ts'
import { endPoisoned, endThrottled, endWithoutReply, orBroken } from './endings.ts'
import { enrich } from './enrich.ts'
import { journal } from './journal.ts'
import { keepLease } from './lease.ts'
import { isTooLate, load } from './load.ts'
import { parse } from './parse.ts'
import type { Parts } from './parts.ts'
import { reduce } from './reduce.ts'
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
 */
export const runTurn = async (grant: Grant, parts: Parts): Promise<Run> => {
  const { tid, record, base } = grant
  parts.observe({ event: 'turn-granted', tid, turn: base + 1, attempt: record.attempts })
  const lease = keepLease(grant, parts)
  const watch = new Stopwatch(parts.clock)
  try {
    const loaded = await load(grant, parts)
    if (loaded.kind === 'refused') return await refuse(grant, loaded, parts)
    if (record.attempts > mostAttempts)
      return await commit(loaded, endPoisoned(loaded, parts), watch, parts)
    if (isTooLate(loaded)) return await commit(loaded, reduceTooLate(loaded), watch, parts)

    const question = await enrich(loaded, parts)
    if (question.kind === 'refused') return await refuse(grant, question, parts)
    const turn = { ...loaded, queries: [question.query] }

    const asked = await ask(turn, question, lease, parts)
    if (asked.kind === 'refused') return await refuse(grant, asked, parts)
    if (asked.kind !== 'replied')
      return await commit(turn, endWithoutReply(turn, asked, parts), watch, parts)

    const reply = await journal(turn, asked.reply, parts)
    const understand = () => {
      const heard = normalise(reply.activities, turn.rules)
      if (heard.throttled !== null) return endThrottled(turn, reply, heard.throttled, parts)
      return reduce(turn, parse(turn, heard, parts), reply)
    }
    const reduced = watch.parsing(() => orBroken(turn, reply, parts, understand))
    await announce(turn, reduced, parts)
    return await commit(turn, reduced, watch, parts)
  } finally {
    lease.end()
  }
}
