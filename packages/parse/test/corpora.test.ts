import { describe, expect, it } from 'vitest'
import { createReplyStream } from '../src/index.ts'
import {
  absence,
  countedRows,
  isSame,
  passes,
  present,
  read,
  rowsOf,
  SUITES,
  type Suite
} from './corpora.ts'
import { EXCLUDED } from './excluded-rows.ts'

/** What each suite reaches at least, of the rows that are not excluded. */
const REACHED: Readonly<Record<Suite, number>> = {
  baml: 1,
  jsonrepair: 0.99,
  pyjsonrepair: 0.88,
  'ai-fixjson': 1,
  'best-effort': 1,
  langchainjs: 1
}

describe.skipIf(!present)(`corpora${absence}`, () => {
  it.each(SUITES)('reads the rows of %s as their authors do', suite => {
    const rows = countedRows(suite)
    const failed = rows.filter(row => !passes(suite, row))
    const share = 1 - failed.length / rows.length
    expect(share, `failed: ${failed.map(row => row.id).join(', ')}`).toBeGreaterThanOrEqual(
      REACHED[suite]
    )
  })

  it('excludes at most 3 % of a suite', () => {
    for (const suite of SUITES) {
      const rows = rowsOf(suite)
      const excluded = rows.filter(row => row.id in EXCLUDED)
      expect(excluded.length / rows.length).toBeLessThanOrEqual(0.03)
    }
  })

  it('[P7.2] is never highly confident and wrong', () => {
    const wrong = SUITES.flatMap(suite =>
      countedRows(suite).filter(row => {
        const outcome = read(suite, row)
        return outcome.kind === 'structured' && outcome.confidence === 'high' && !passes(suite, row)
      })
    )
    expect(wrong.map(row => row.id)).toEqual([])
  })

  it('[P7.6] shows the steps that the streamed rows of langchainjs expect', () => {
    const rows = rowsOf('langchainjs').filter(row => row.kind === 'stream')
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      const stream = createReplyStream()
      const shown: unknown[] = []
      for (const chunk of row.chunks ?? []) {
        const { snapshot } = stream.push(chunk)
        if (snapshot !== undefined && !isSame(snapshot, shown.at(-1))) shown.push(snapshot)
      }
      expect(shown, row.id).toEqual(row.expectedStream)
      expect(stream.end(), row.id).toMatchObject({ kind: 'structured', data: row.expected })
    }
  })
})
