import type { Path } from '@turnwise/parse'

const WORD = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

/**
 * Writes a path the way code would: `errors[2]`, `data.items[0].name`, `["a b"]`.
 *
 * @returns the empty text for the root
 */
export function formatPath(path: Path): string {
  return path.reduce<string>((before, step) => {
    if (typeof step === 'number') return `${before}[${step}]`
    if (!WORD.test(step)) return `${before}[${JSON.stringify(step)}]`
    return before === '' ? step : `${before}.${step}`
  }, '')
}
