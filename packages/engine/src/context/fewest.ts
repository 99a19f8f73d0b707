/**
 * Finds the smallest count from 0 to `most` that will do, in few attempts.
 *
 * @param willDo once a count does, every greater one must
 * @returns `most` when none does
 */
export const fewest = (most: number, willDo: (count: number) => boolean): number => {
  if (willDo(0)) return 0
  let low = Math.min(1, most)
  let high = most
  while (low < high) {
    const middle = (low + high) >> 1
    if (willDo(middle)) high = middle
    else low = middle + 1
  }
  return low
}
