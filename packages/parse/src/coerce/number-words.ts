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
  let limit = Number.POSITIVE_INFINITY
  for (const word of said.split(/[\s-]+/)) {
    const index = SMALL.indexOf(word)
    const scale = 1000 ** (SCALES.indexOf(word) + 1)
    if (index !== -1) {
      const small = index <= 20 ? index : (index - 18) * 10
      // "one two three" is a code, not a sum.
      if (group !== undefined && !mayFollow(group, small)) return undefined
      group = (group ?? 0) + small
    } else if (word === 'and') {
      if (group === undefined && total === 0) return undefined
    } else if (group === undefined) {
      // A number may begin in digits.
      if (total !== 0 || !isNumberText(word)) return undefined
      group = Number(word)
    } else if (word === 'hundred' && group < 100) group *= 100
    else if (scale > 1 && scale < limit) {
      // A binary fraction of a million has a tail.
      total += Number((group * scale).toPrecision(15))
      limit = scale
      group = undefined
    } else return undefined
  }
  total += group ?? 0
  return minus === undefined ? total : -total
}

/** Behind hundreds any number below them, behind tens one below ten. */
function mayFollow(group: number, small: number): boolean {
  const rest = group % 100
  return group * small > 0 && (rest === 0 || (rest >= 20 && rest % 10 === 0 && small < 10))
}
