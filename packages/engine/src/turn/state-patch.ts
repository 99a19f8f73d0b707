import { createPatch, type Operation, type Pointer } from 'rfc6902'

/** Pairs of items beyond which two lists are not compared item by item. */
const mostPairs = 400

/**
 * RFC 6902 operations from one state to the next.
 *
 * The lists of a state are logs: they grow at the end, and what is oldest falls off. The general way
 * compares every item with every other, which cost ten times the rest of a turn once a log was full.
 */
export const statePatch = (before: object, after: object): Operation[] => {
  // Most of a state stays as it was, and knowing that costs less than walking through it with pointers.
  const same = new Set(
    Object.entries(before)
      .filter(([name, value]) => isSameJson(value, after[name as keyof typeof after]))
      .map(([name]) => name)
  )
  return createPatch(without(before, same), without(after, same), ofLists)
}

const without = (state: object, names: ReadonlySet<string>): object =>
  Object.fromEntries(Object.entries(state).filter(([name]) => !names.has(name)))

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

/** Whether two values of JSON are the same, whatever the order of their keys. */
const isSameJson = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every(
      name =>
        Object.hasOwn(other, name) &&
        isSameJson(one[name as keyof typeof one], other[name as keyof typeof other])
    )
  )
}
