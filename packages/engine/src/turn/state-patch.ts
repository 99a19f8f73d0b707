import { createPatch, type Operation, type Pointer } from 'rfc6902'
import { isSameJson } from '../same-json.ts'

/** Pairs of items beyond which two lists are not compared item by item. */
const mostPairs = 400

/**
 * RFC 6902 operations from one state to the next.
 *
 * The lists of a state are logs: they grow at the end, and what is oldest falls off. The general way
 * compares every item with every other, which cost ten times the rest of a turn once a log was full.
 */
export const statePatch = (before: Fields, after: Fields): Operation[] => {
  // Most of a state stays as it was, and knowing that costs less than walking through it with pointers.
  const changed = Object.keys({ ...before, ...after }).filter(
    name => !isSameJson(before[name], after[name])
  )
  return createPatch(only(changed, before), only(changed, after), ofLists)
}

type Fields = Readonly<Record<string, unknown>>

const only = (names: readonly string[], state: Fields): Fields =>
  Object.fromEntries(
    names.filter(name => Object.hasOwn(state, name)).map(name => [name, state[name]])
  )

const ofLists = (before: unknown, after: unknown, pointer: Pointer): Operation[] | undefined => {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined
  const gone = fallenOff(before, after)
  if (gone < before.length || before.length === 0) {
    const first = pointer.add('0').toString()
    const end = pointer.add('-').toString()
    return [
      ...Array.from({ length: gone }, () => ({ op: 'remove' as const, path: first })),
      ...after
        .slice(before.length - gone)
        .map((value: unknown) => ({ op: 'add' as const, path: end, value }))
    ]
  }
  return before.length * after.length > mostPairs
    ? [{ op: 'replace', path: pointer.toString(), value: after }]
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
