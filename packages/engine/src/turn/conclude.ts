import type { Reply } from '../ports/stored-conversation.ts'
import { commitHeard, type Run } from './commit.ts'
import { correct } from './correct.ts'
import { orBroken } from './endings.ts'
import type { Journaling } from './journal.ts'
import { type Lease, lostLease } from './lease.ts'
import type { LoadedTurn } from './load.ts'
import { parse } from './parse.ts'
import type { Parts } from './parts.ts'
import type { Stopwatch } from './stopwatch.ts'
import { understand } from './understand.ts'

/**
 * Reads a reply and commits what it makes of the turn, without waiting for the journal's answer: the
 * commit goes behind it, and is refused unless the reply is there and counts. Where another one was
 * first, that is read instead.
 */
export const conclude = async (
  turn: LoadedTurn,
  { reply, counts }: Journaling,
  lease: Lease,
  watch: Stopwatch,
  parts: Parts
): Promise<Run> => {
  const goingBy = async (heard: Reply): Promise<Run | null> => {
    const { answers, reduced } = await orBroken(turn, heard, parts, async () => {
      const first = watch.parsing(() => parse(turn, heard, parts))
      const answers = await correct(turn, first, counts, lease, parts)
      return { answers, reduced: watch.parsing(() => understand(turn, answers, parts)) }
    })
    return commitHeard(turn, reduced, watch, parts, {
      answers,
      replies: answers?.replies ?? [heard]
    })
  }
  const run = (await goingBy(reply)) ?? (await goingBy(await counts))
  if (run === null) throw lostLease()
  return run
}
