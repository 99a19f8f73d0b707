import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type JsonSchema, type Outcome, parseReply } from '../src/index.ts'
import { EXCLUDED } from './excluded-rows.ts'

const folder = process.env.CORPORA ?? join(import.meta.dirname, '../../../../shared/corpora')

/** A row of a public test suite. */
export interface Row {
  readonly id: string
  readonly kind: string
  readonly input: string
  readonly schema?: JsonSchema
  readonly expected?: unknown
  readonly chunks?: readonly string[]
  readonly expectedStream?: readonly unknown[]
}

export const SUITES = [
  'baml',
  'jsonrepair',
  'pyjsonrepair',
  'ai-fixjson',
  'best-effort',
  'langchainjs'
] as const
export type Suite = (typeof SUITES)[number]

/** Suites whose rows without a schema are broken documents rather than replies. */
const DOCUMENTS: ReadonlySet<Suite> = new Set([
  'jsonrepair',
  'pyjsonrepair',
  'ai-fixjson',
  'best-effort'
])

/** The corpora are no part of the project; without them their tests are skipped. */
export const present = SUITES.every(suite => existsSync(join(folder, `${suite}.jsonl`)))
export const absence = present ? '' : ' (absent: set CORPORA to their folder)'

export function rowsOf(suite: Suite): Row[] {
  const lines = readFileSync(join(folder, `${suite}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.map(line => JSON.parse(line) as Row)
}

/** Rows of a service that is offered, without those that count for nobody. */
export const countedRows = (suite: Suite): Row[] =>
  rowsOf(suite).filter(row => !(row.id in EXCLUDED) && row.kind !== 'schema_partial')

export function read(suite: Suite, row: Row): Outcome<unknown> {
  return parseReply(row.input, {
    ...(row.schema === undefined ? {} : { schema: row.schema }),
    mode: DOCUMENTS.has(suite) && row.schema === undefined ? 'document' : 'reply',
    strict: row.kind === 'strict_reject'
  })
}

/** Whether a row is read as its author does. */
export function passes(suite: Suite, row: Row): boolean {
  const outcome = read(suite, row)
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

export function isSame(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other)
    return true
  } catch {
    return false
  }
}
