import { createPatch, type Operation, type Pointer } from 'rfc6902'

/** Pairs of items beyond which two lists are not compared item by item. */
const mostPairs = 400

/**
 * RFC 6902 operations from one state to the next.
 *
 * The lists of a state are logs: they grow at the end, and what is oldest falls off. The general way
 * compares every item with every other, which cost ten times the rest of a turn once a log was full.
 */
export const statePatch = (before: object, after: object): Operation[] =>
  createPatch(before, after, ofLists)

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
  const old = before.map(item => JSON.stringify(item))
  const now = after.map(item => JSON.stringify(item))
  let gone = Math.max(0, old.length - now.length)
  while (gone < old.length && old.slice(gone).some((text, index) => text !== now[index])) gone += 1
  return gone
}
