import { isRecord } from '../workflow/plain-json.ts'

/**
 * What is whole of a value that is still being written: objects and lists as far as they go, and nothing
 * else that may go on.
 *
 * @param pending where it is being written; undefined when it is whole
 * @returns undefined where nothing is
 */
export const withoutPending = (
  value: unknown,
  pending: readonly (string | number)[] | undefined
): unknown => {
  if (pending === undefined) return value
  const [name, ...further] = pending
  if (Array.isArray(value)) {
    const open = name === undefined ? value.length : Number(name)
    const whole = withoutPending(value[open], further)
    const items = [...value.slice(0, open), ...(whole === undefined ? [] : [whole])]
    return items.length > 0 ? items : undefined
  }
  if (!isRecord(value)) return undefined
  const fields = Object.entries(value).flatMap(([field, item]) => {
    const whole = field === name ? withoutPending(item, further) : item
    return whole === undefined ? [] : [[field, whole] as const]
  })
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}
