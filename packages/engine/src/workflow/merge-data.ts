import { z } from 'zod'
import { isRecord } from './plain-json.ts'
import type { Claim, Contradiction, ConversationState, Provenance } from './state.ts'
import { unwrapped } from './unwrapped.ts'
import type { Workflow } from './workflow.ts'

type Collected = Pick<ConversationState, 'data' | 'provenance'>

/** Longest value that is kept of a contradiction, in characters of its JSON. */
const longestClaim = 300

/**
 * Merges validated data into what is collected: declared fields only, the last value wins.
 *
 * An object the schema declares merges field by field; lists, records and members of unions are
 * replaced, but for lists the workflow says `append` of. A field that is only said again keeps its
 * provenance: it was not changed. A value in place of another one is a contradiction, recorded with
 * both origins.
 *
 * @param incoming fields that are valid by themselves
 * @param held fields that keep the value they have; another one is only recorded
 */
export const mergeData = (
  workflow: Workflow,
  collected: Collected,
  incoming: Record<string, unknown>,
  origin: Provenance,
  held: ReadonlySet<string> = new Set()
): Collected & { contradictions: readonly Contradiction[] } => {
  const declared: Record<string, unknown> = workflow.data?.full.shape ?? {}
  const data = new Map(Object.entries(collected.data))
  const provenance = new Map(Object.entries(collected.provenance))
  const contradictions: Contradiction[] = []
  for (const [name, value] of Object.entries(incoming)) {
    if (!Object.hasOwn(declared, name) || value === undefined) continue
    const before = data.get(name)
    const appends = workflow.append.has(name)
    const after = appends ? joined(before, value) : merged(declared[name], before, value)
    if (data.has(name) && sameJson(before, after)) continue
    const source = provenance.get(name)
    const keeps = held.has(name) && data.has(name)
    if (source !== undefined && !appends && contradicts(declared[name], before, value)) {
      const [old, late] = [claim(before, source), claim(value, origin)]
      const sides = keeps ? { kept: old, dropped: late } : { kept: late, dropped: old }
      contradictions.push({ field: name, turn: origin.turn, ...sides })
    }
    if (keeps) continue
    data.set(name, after)
    provenance.set(name, origin)
  }
  // fromEntries defines own properties, so a field of any name is only a field.
  return {
    data: Object.fromEntries(data),
    provenance: Object.fromEntries(provenance),
    contradictions
  }
}

const sameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const joined = (before: unknown, after: unknown): unknown =>
  Array.isArray(before) && Array.isArray(after) ? [...before, ...after] : after

const merged = (schema: unknown, before: unknown, after: unknown): unknown => {
  const object = unwrapped(schema)
  if (!(object instanceof z.ZodObject) || !isRecord(before) || !isRecord(after)) return after
  const fields = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(after))
    if (value !== undefined) fields.set(name, merged(object.shape[name], fields.get(name), value))
  return Object.fromEntries(fields)
}

/** Whether a value takes the place of another one, and does not only add to it. */
const contradicts = (schema: unknown, before: unknown, after: unknown): boolean => {
  if (before === undefined || before === null || after === undefined) return false
  const object = unwrapped(schema)
  if (object instanceof z.ZodObject && isRecord(before) && isRecord(after))
    return Object.keys(after).some(
      name =>
        Object.hasOwn(before, name) && contradicts(object.shape[name], before[name], after[name])
    )
  return !sameJson(before, after)
}

const claim = (value: unknown, { origin, surface, turn }: Provenance): Claim => {
  const text = JSON.stringify(value)
  const told = text.length <= longestClaim ? value : `${text.slice(0, longestClaim)} …`
  return { value: told, origin, surface, turn }
}
