import { createPatch, type Operation } from 'rfc6902'
import { referenceToken } from '../json-pointer.ts'
import { isSameJson } from '../same-json.ts'
import { isRecord } from '../workflow/plain-json.ts'

/** Pairs of items beyond which two lists are not compared item by item. */
const mostPairs = 400

/**
 * RFC 6902 operations from one state to the next.
 *
 * Most of a state stays the very same value, and is passed over without a look inside. The lists of a
 * state are logs: they grow at the end, and what is oldest falls off. The general way compares every
 * item with every other, which cost ten times the rest of a turn once a log was full.
 */
export const statePatch = (before: Fields, after: Fields): Operation[] =>
  fieldChanges(before, after, '')

type Fields = Readonly<Record<string, unknown>>

const fieldChanges = (before: Fields, after: Fields, path: string): Operation[] => {
  const place = (name: string): string => `${path}/${referenceToken(name)}`
  const removed: Operation[] = []
  const added: Operation[] = []
  const changed: Operation[] = []
  for (const name of Object.keys(before)) {
    if (before[name] === after[name] || !has(before, name)) continue
    if (has(after, name)) changed.push(...changes(before[name], after[name], place(name)))
    else removed.push({ op: 'remove', path: place(name) })
  }
  for (const name of Object.keys(after))
    if (before[name] !== after[name] && has(after, name) && !has(before, name))
      added.push({ op: 'add', path: place(name), value: after[name] })
  return [...removed, ...added, ...changed]
}

/** What is undefined is not there. */
const has = (fields: Fields, name: string): boolean =>
  fields[name] !== undefined && Object.hasOwn(fields, name)

const changes = (before: unknown, after: unknown, path: string): Operation[] => {
  if (isRecord(before) && isRecord(after)) return fieldChanges(before, after, path)
  if (Array.isArray(before) && Array.isArray(after))
    return logChanges(before, after, path) ?? itemChanges(before, after, path)
  return [{ op: 'replace', path, value: after }]
}

/** The general way, for what is no log and short. */
const itemChanges = (
  before: readonly unknown[],
  after: readonly unknown[],
  path: string
): Operation[] => {
  const inside = createPatch(before, after, (old, value, pointer) =>
    Array.isArray(old) && Array.isArray(value)
      ? logChanges(old, value, pointer.toString())
      : undefined
  )
  return inside.map(operation => ({ ...operation, path: path + operation.path }))
}

/** @returns undefined where a list is no log, and short enough to be compared item by item */
const logChanges = (
  before: readonly unknown[],
  after: readonly unknown[],
  path: string
): Operation[] | undefined => {
  const gone = fallenOff(before, after)
  if (gone < before.length || before.length === 0)
    return [
      ...Array.from({ length: gone }, () => ({ op: 'remove' as const, path: `${path}/0` })),
      ...after
        .slice(before.length - gone)
        .map(value => ({ op: 'add' as const, path: `${path}/-`, value }))
    ]
  return before.length * after.length > mostPairs
    ? [{ op: 'replace', path, value: after }]
    : undefined
}

/** How many items of a log are gone from its beginning, when the rest still begins it; else all. */
const fallenOff = (before: readonly unknown[], after: readonly unknown[]): number => {
  let gone = Math.max(0, before.length - after.length)
  const fits = (): boolean => {
    for (let index = gone; index < before.length; index += 1)
      if (!isSameJson(before[index], after[index - gone])) return false
    return true
  }
  while (!fits()) gone += 1
  return gone
}
