/** Numbers that look random and follow from a seed, so that a run can be made again. */
export type Random = {
  readonly seed: number
  /** From 0 up to, not including, 1. */
  next: () => number
  /** A whole number from `least` to `most`, both included. */
  between: (least: number, most: number) => number
  pick: <T>(items: readonly T[]) => T
  /** Another source that follows from this one, for work that runs beside it. */
  fork: () => Random
}

/** Mulberry32: 32 bits of state are plenty for choosing when to kill what. */
export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1))
  return {
    seed,
    next,
    between,
    pick(items) {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new RangeError('there is nothing to pick from')
      return item
    },
    fork: () => randomFrom(between(0, 2 ** 32 - 1))
  }
}
