import { isNumberText } from '../value/number.ts'

/** The numbers up to twenty, then the tens. */
const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety'.split(
    ' '
  )
/** Each a thousand of the one before. */
const SCALES = ['thousand', 'million', 'billion']

/** Reads an English number in words, such as `two hundred and twenty-five` or `1.5 million`. */
export function numberFromWords(text: string): number | undefined {
  const [, minus, said = ''] = /^(minus |negative |-)?(.*)$/s.exec(text.toLowerCase()) ?? []
  let total = 0
  let group: number | undefined
  for (const word of said.split(/[\s-]+/)) {
    const index = SMALL.indexOf(word)
    const scale = SCALES.indexOf(word)
    if (index !== -1) {
      const small = index <= 20 ? index : (index - 18) * 10
      const rest = (group ?? 0) % 100
      // "one two three" is a code, not a sum.
      if (rest % 10 !== 0 || (rest !== 0 && small >= 10)) return undefined
      group = (group ?? 0) + small
    } else if (group === undefined) {
      // Only the first word may be written in digits.
      if (!isNumberText(word)) return undefined
      group = Number(word)
    } else if (word === 'hundred') group *= 100
    else if (scale !== -1) {
      // A binary fraction of a million has a tail.
      total += Number((group * 1000 ** (scale + 1)).toPrecision(15))
      group = 0
    } else if (word !== 'and') return undefined
  }
  total += group ?? 0
  return minus === undefined ? total : -total
}
