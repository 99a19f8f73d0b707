import { z } from 'zod'
import type { Workflow } from './define-workflow.ts'
import { isRecord } from './plain-json.ts'
import type { ConversationState, Provenance } from './state.ts'
import { unwrapped } from './unwrapped.ts'

type Collected = Pick<ConversationState, 'data' | 'provenance'>

/**
 * Merges validated data into what is collected: declared fields only, the last value wins.
 *
 * An object the schema declares merges field by field; lists, records and members of unions are
 * replaced, but for lists the workflow says `append` of. A field that is only said again keeps its
 * provenance: it was not changed.
 *
 * @param incoming fields that are valid by themselves
 */
export const mergeData = (
  workflow: Workflow,
  collected: Collected,
  incoming: Record<string, unknown>,
  origin: Provenance
): Collected => {
  const declared: Record<string, unknown> = workflow.data?.full.shape ?? {}
  const data = new Map(Object.entries(collected.data))
  const provenance = new Map(Object.entries(collected.provenance))
  for (const [name, value] of Object.entries(incoming)) {
    if (!Object.hasOwn(declared, name) || value === undefined) continue
    const before = data.get(name)
    const after = workflow.append.has(name)
      ? joined(before, value)
      : merged(declared[name], before, value)
    if (data.has(name) && JSON.stringify(before) === JSON.stringify(after)) continue
    data.set(name, after)
    provenance.set(name, origin)
  }
  // fromEntries defines own properties, so a field of any name is only a field.
  return { data: Object.fromEntries(data), provenance: Object.fromEntries(provenance) }
}

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
