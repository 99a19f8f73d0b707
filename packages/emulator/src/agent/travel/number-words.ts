const words = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty'
]

/** Matches a whole number in digits or in words, as one group. */
export const numberPattern = `(\\d{1,2}|${words.slice(1).reverse().join('|')}|a couple of|a)`

/** @returns the number `numberPattern` matched; 0 when it is none */
export function readNumber(text: string): number {
  const word = text.toLowerCase()
  if (word === 'a') return 1
  if (word === 'a couple of') return 2
  const at = words.indexOf(word)
  return at >= 0 ? at : Number.parseInt(word, 10) || 0
}
