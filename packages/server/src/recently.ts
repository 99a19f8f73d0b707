/**
 * Shares what a check finds with everybody who asks while it runs and for a while after that, so that
 * asking often costs nothing.
 *
 * @param milliseconds for which what was found is still told
 */
export const recently = (
  check: () => Promise<unknown>,
  milliseconds: number
): (() => Promise<unknown>) => {
  let last: { found: Promise<unknown>; until: number } | undefined
  return () => {
    if (last !== undefined && performance.now() < last.until) return last.found
    const found = check()
    const current = { found, until: Number.POSITIVE_INFINITY }
    last = current
    const over = (): void => {
      current.until = performance.now() + milliseconds
    }
    found.then(over, over)
    return found
  }
}
