import type { Workflow } from './define-workflow.ts'
import type { ConversationState, Provenance } from './state.ts'

type Collected = Pick<ConversationState, 'data' | 'provenance'>

/**
 * Merges validated data into what is collected: declared fields only, the last value wins, arrays
 * replace unless the workflow says `append`, objects merge field by field.
 */
export const mergeData = (
  workflow: Workflow,
  collected: Collected,
  incoming: Record<string, unknown>,
  origin: Provenance
): Collected => {
  const declared = new Set(Object.keys(workflow.data?.full.shape ?? {}))
  const fields = Object.entries(incoming).filter(
    ([name, value]) => declared.has(name) && value !== undefined
  )
  const data = new Map(Object.entries(collected.data))
  const provenance = new Map(Object.entries(collected.provenance))
  for (const [name, value] of fields) {
    data.set(name, mergeValue(data.get(name), value, workflow.append.has(name)))
    provenance.set(name, origin)
  }
  // fromEntries defines own properties, so a field called `__proto__` is only a field.
  return { data: Object.fromEntries(data), provenance: Object.fromEntries(provenance) }
}

const mergeValue = (before: unknown, after: unknown, append: boolean): unknown => {
  if (append && Array.isArray(before) && Array.isArray(after)) return [...before, ...after]
  if (!isRecord(before) || !isRecord(after)) return after
  const merged = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(after))
    if (value !== undefined) merged.set(name, mergeValue(merged.get(name), value, false))
  return Object.fromEntries(merged)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
