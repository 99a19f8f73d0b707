import type { Path } from '@turnwise/parse'

const NAME = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u

/** Writes a path as it would be typed: `items[0].name`; the root is `$`. */
export function formatPath(path: Path): string {
  if (path.length === 0) return '$'
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`
      if (!NAME.test(key)) return `[${JSON.stringify(key)}]`
      return index === 0 ? key : `.${key}`
    })
    .join('')
}
