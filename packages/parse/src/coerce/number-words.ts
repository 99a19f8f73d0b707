const UNITS = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value])
)
const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10])
)
const SCALES = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9]
])

/** Reads an English number in words, such as `two hundred and twenty-five`. */
export function numberFromWords(text: string): number | undefined {
  if (text.length > 120) return undefined
  const words = text.toLowerCase().split(/[\s-]+/)
  const negative = words[0] === 'minus' || words[0] === 'negative'
  let total = 0
  let group: number | undefined
  for (const word of negative ? words.slice(1) : words) {
    const small: number | undefined = UNITS.get(word) ?? TENS.get(word)
    const scale = SCALES.get(word)
    if (small !== undefined) {
      // "one two three" is a code, not a sum.
      if (group !== undefined && (group % 100) % 10 !== 0) return undefined
      if (group !== undefined && group % 100 !== 0 && small >= 10) return undefined
      group = (group ?? 0) + small
    } else if (word === 'hundred' && group !== undefined) group *= 100
    else if (scale !== undefined && group !== undefined) {
      total += group * scale
      group = 0
    } else if (word !== 'and' || group === undefined) return undefined
  }
  if (group === undefined) return undefined
  return negative ? -(total + group) : total + group
}
