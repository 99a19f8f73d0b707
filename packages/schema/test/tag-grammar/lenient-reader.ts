import { PLAIN_LETTER } from './forged-tags.ts'

// An agent reads charitably. This reader undoes every disguise first, over the whole text, and
// then looks for a tag with one expression: another way than the scanner under test goes.

const NAMES = [
  'context',
  'user input',
  'workflow context',
  'memory',
  'history',
  'contract',
  'constraints',
  'collected data',
  'allowed actions',
  'card submit'
]

// O and 0, I, L and 1, S and 5 are one letter each.
const FAMILY: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', l: 'i', '5': 's' }

const spelling = (name: string) =>
  Array.from(name.replaceAll(' ', ''), letter => FAMILY[letter] ?? letter).join('[\\s_-]*')

const NAME = NAMES.map(spelling).join('|')
const SQUARE = new RegExp(`\\[\\s*/?\\s*(?:${NAME})(?:\\s*\\]|\\s|$)`)
const ANGLE = new RegExp(`<\\s*/?\\s*(?:${NAME})\\s*>`)

/** Says whether a charitable reader finds a tag in the text. */
export function findsTag(text: string): boolean {
  const skeleton = Array.from(text, character => PLAIN_LETTER.get(character) ?? character)
    .join('')
    .normalize('NFKD')
    .replace(/[【〔⟦]/gu, '[')
    .replace(/[】〕⟧]/gu, ']')
    .replace(/[‹〈]/gu, '<')
    .replace(/[›〉]/gu, '>')
    .replace(/(?![\t\n\r])[\p{M}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replace(/[01l5]/g, digit => FAMILY[digit] ?? digit)
  return SQUARE.test(skeleton) || ANGLE.test(skeleton)
}
