import type { ParsedTurn } from '@turnwise/schema'
import type { HeardReply } from '../reply/normalise.ts'
import { readReply } from '../reply/read-reply.ts'
import type { LoadedTurn } from './load.ts'
import type { Parts } from './parts.ts'

/** Reads what a reply says to the workflow, and tells observers of every surface that failed. */
export const parse = (turn: LoadedTurn, heard: HeardReply, parts: Parts): ParsedTurn => {
  const parsed = readReply(heard, turn.workflow, turn.rules)
  for (const problem of parsed.parseErrors)
    parts.observe({ event: 'surface-failed', tid: turn.grant.tid, problem })
  return parsed
}
