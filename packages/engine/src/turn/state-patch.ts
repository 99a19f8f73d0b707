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
export const statePatch = (before: object, after: object): Operation[] =>
  // Most of a state stays as it was, and knowing that costs less than walking through it with pointers.
  createPatch(without(before, after), without(after, before), ofLists)

/** A state without what is the same in another one. */
const without = (state: object, other: object): object => {
  const known: Readonly<Record<string, unknown>> = { ...other }
  return Object.fromEntries(
    Object.entries(state).filter(([name, value]) => !isSameJson(value, known[name]))
  )
}

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
