import type { TurnRecord } from '@turnwise/engine'
import { ended } from '@turnwise/engine/protocol'
import { packText, unpack } from '../packed/pack.ts'
import type { Row } from './head-row.ts'
import { read } from './unreadable.ts'

/** What most records say nothing of in the end; it is not written then. */
const unsaid = () =>
  ({
    input: null,
    queries: [],
    handles: null,
    replies: [],
    late: null,
    failure: null
  }) satisfies Partial<TurnRecord>

const often = new Set(Object.keys(unsaid()))

const isSaid = ([name, value]: [string, unknown]): boolean =>
  !often.has(name) || (Array.isArray(value) ? value.length > 0 : value !== null)

/** Characters of an ended record from which on compressing it is worth its time. */
const worthwhile = 512

/** The columns of a turn that waits or has ended: its record, and when it may be swept. */
export const recordColumns = (record: TurnRecord): [Uint8Array, number | null] => {
  // Only what has ended may be swept; a waiting turn is dropped by the rules, with an answer.
  if (!ended(record)) return [Buffer.from(JSON.stringify(record)), null]
  const { tid, expiresAt, ...said } = record
  const short = Object.fromEntries(Object.entries(said).filter(isSaid))
  return [packText(JSON.stringify(short), worthwhile), expiresAt]
}

/**
 * Reads the record of a turn.
 *
 * @throws TurnwiseError `ERR_CONVERSATION_UNREADABLE` for a damaged row
 */
export const recordOf = (tid: string, row: Row): TurnRecord => ({
  ...unsaid(),
  expiresAt: row.expires_at as number | null,
  ...read<Omit<TurnRecord, 'tid' | 'expiresAt' | keyof ReturnType<typeof unsaid>>>(() =>
    unpack(row.record as Uint8Array)
  ),
  tid
})
