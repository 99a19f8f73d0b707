import { isDeepStrictEqual } from 'node:util'
import { EXCLUDED } from '../../../packages/parse/test/excluded-rows.ts'
import type { Reading } from './reading.ts'
import type { Row } from './suites.ts'

/** Kinds that ask for more than a reader of replies: what was begun, or no mending at all. */
const APART: ReadonlySet<string> = new Set(['schema_partial', 'strict_reject'])

/** Whether a row counts in its suite, is reported apart, or is left out. */
export function standingOf({ id, kind }: Row): 'counted' | 'apart' | 'excluded' {
  if (id in EXCLUDED) return 'excluded'
  return APART.has(kind) ? 'apart' : 'counted'
}

/** Whether a reading is what the row's authors expect. */
export function isRight({ kind, expected }: Row, reading: Reading): boolean {
  if (kind === 'must_reject' || kind === 'strict_reject') return !reading.found
  if (kind === 'empty') return !reading.found || reading.data === null || reading.data === ''
  return reading.found && sameData(reading.data, expected)
}

/** Equal as JSON, but for properties that are null. */
export function sameData(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(normalised(one), normalised(other))
}

function normalised(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(item => normalised(item))
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value === 0 ? 0 : (value ?? null)
  const kept = Object.entries(value).filter(([, inner]) => (inner ?? null) !== null)
  return Object.fromEntries(kept.map(([key, inner]) => [key, normalised(inner)]))
}
