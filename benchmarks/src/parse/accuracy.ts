import { PeerProcess } from './peer-process.ts'
import type { PeerName } from './peers/index.ts'
import type { Reading } from './reading.ts'
import { isRight } from './score.ts'
import { type Row, requestOf } from './suites.ts'
import type { Result } from './task.ts'

/** Milliseconds a row may take before it counts as hung. */
const ROW_LIMIT = 5_000

/** What one peer made of one row. */
export interface Judged {
  readonly row: Row
  readonly right: boolean
  readonly reading: Reading
  /** Set when the peer gave no answer. */
  readonly broke?: 'timeout' | 'crash'
}

/** What one peer made of all rows, or why it does not take part. */
export type PeerAccuracy =
  | { readonly peer: PeerName; readonly judged: readonly Judged[] }
  | { readonly peer: PeerName; readonly absent: string }

export async function measureAccuracy(peer: PeerName, rows: readonly Row[]): Promise<PeerAccuracy> {
  const child = new PeerProcess(peer)
  const judged: Judged[] = []
  try {
    for (const row of rows) {
      const result = await child.run({ kind: 'read', request: requestOf(row) }, ROW_LIMIT)
      if (result.kind === 'absent') return { peer, absent: result.why }
      judged.push(judge(row, result))
    }
  } finally {
    await child.stop()
  }
  return { peer, judged }
}

/** A parser that broke has not rejected anything. */
function judge(row: Row, result: Result): Judged {
  if (result.kind === 'reading') {
    return { row, reading: result.reading, right: isRight(row, result.reading) }
  }
  const broke = result.kind === 'timeout' ? 'timeout' : 'crash'
  return { row, right: false, reading: { found: false, why: broke }, broke }
}
