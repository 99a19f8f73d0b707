import { isRecord } from './plain-json.ts'
import { validate } from './validate.ts'
import type { Workflow } from './workflow.ts'

/** A declared field whose value the schema refuses. */
export type FieldIssue = { path: readonly PropertyKey[]; message: string; got: unknown }

/**
 * Keeps each declared field that is valid by itself, as a part of what is collected.
 *
 * Null for a field that cannot be null says no more than leaving it out: agents write it for
 * whatever they do not know yet.
 */
export const validFields = (
  workflow: Workflow,
  value: Record<string, unknown>
): { data: Record<string, unknown>; issues: readonly FieldIssue[] } => {
  const data: [string, unknown][] = []
  const issues: FieldIssue[] = []
  for (const [name, field] of Object.entries(workflow.data?.partial.shape ?? {})) {
    if (!Object.hasOwn(value, name)) continue
    const given = value[name]
    const checked = validate(field, given)
    if (checked.success) {
      if (checked.data !== undefined) data.push([name, checked.data])
    } else if (given !== null)
      for (const { path, message } of checked.issues)
        issues.push({ path: [name, ...path], message, got: at(given, path) })
  }
  return { data: Object.fromEntries(data), issues }
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      (isRecord(inner) || Array.isArray(inner)) && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    value
  )
