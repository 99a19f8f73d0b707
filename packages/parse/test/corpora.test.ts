import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createReplyStream, type JsonSchema, parseReply } from '../src/index.ts'
import { EXCLUDED } from './excluded-rows.ts'

const folder = process.env.CORPORA ?? join(import.meta.dirname, '../../../../shared/corpora')

interface Row {
  readonly id: string
  readonly kind: string
  readonly input: string
  readonly schema?: JsonSchema
  readonly expected?: unknown
  readonly chunks?: readonly string[]
  readonly expectedStream?: readonly unknown[]
}

/** Suites whose rows without a schema are broken documents rather than replies. */
const DOCUMENTS = new Set(['jsonrepair', 'pyjsonrepair', 'ai-fixjson', 'best-effort'])

/** What each suite reaches at least, of the rows that are not excluded. */
const REACHED: Readonly<Record<string, number>> = {
  baml: 1,
  jsonrepair: 0.99,
  pyjsonrepair: 0.88,
  'ai-fixjson': 1,
  'best-effort': 1,
  langchainjs: 1
}

function rowsOf(suite: string): Row[] {
  const lines = readFileSync(join(folder, `${suite}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.map(line => JSON.parse(line) as Row)
}

function passes(suite: string, row: Row): boolean {
  const outcome = parseReply(row.input, {
    ...(row.schema === undefined ? {} : { schema: row.schema }),
    mode: DOCUMENTS.has(suite) && row.schema === undefined ? 'document' : 'reply',
    strict: row.kind === 'strict_reject'
  })
  const data = outcome.kind === 'structured' ? { value: normal(outcome.data) } : undefined
  if (row.kind === 'must_reject' || row.kind === 'strict_reject') return data === undefined
  if (row.kind === 'empty') return data === undefined || data.value === ''
  return data !== undefined && isSame(data.value, normal(row.expected))
}

/** Without null-valued properties, and with one zero. */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal)
  if (typeof value !== 'object' || value === null) return value === 0 ? 0 : value
  const kept = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(kept.map(([key, inner]) => [key, normal(inner)]))
}

function isSame(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other)
    return true
  } catch {
    return false
  }
}

const suites = Object.keys(REACHED)
const present = suites.every(suite => existsSync(join(folder, `${suite}.jsonl`)))

describe.skipIf(!present)(
  `corpora${present ? '' : ` (absent: set CORPORA to their folder)`}`,
  () => {
    it.each(suites)('reads the rows of %s as their authors do', suite => {
      const rows = rowsOf(suite).filter(
        row => !(row.id in EXCLUDED) && row.kind !== 'schema_partial'
      )
      const failed = rows.filter(row => !passes(suite, row))
      const share = 1 - failed.length / rows.length
      expect(share, `failed: ${failed.map(row => row.id).join(', ')}`).toBeGreaterThanOrEqual(
        REACHED[suite] ?? 1
      )
    })

    it('excludes at most 3 % of a suite', () => {
      for (const suite of suites) {
        const rows = rowsOf(suite)
        const excluded = rows.filter(row => row.id in EXCLUDED)
        expect(excluded.length / rows.length).toBeLessThanOrEqual(0.03)
      }
    })

    it('[P7.2] is never highly confident and wrong', () => {
      const wrong = suites.flatMap(suite =>
        rowsOf(suite).filter(row => {
          if (row.id in EXCLUDED || row.kind === 'schema_partial' || passes(suite, row))
            return false
          const mode = DOCUMENTS.has(suite) && row.schema === undefined ? 'document' : 'reply'
          const schema = row.schema === undefined ? {} : { schema: row.schema }
          const outcome = parseReply(row.input, { ...schema, mode })
          return outcome.kind === 'structured' && outcome.confidence === 'high'
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
  }
)
