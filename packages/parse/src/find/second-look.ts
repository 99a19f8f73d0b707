import type { Repair } from '../outcome.ts'
import { repairOf } from '../repair.ts'
import type { RepairCode } from '../repair-codes.ts'

/**
 * What stands in the way of JSON, with what every instance of it holds, as that is quickly looked
 * for; and what is read in its place: blanks, where nothing is named.
 */
const IN_THE_WAY: readonly (readonly [
  code: RepairCode,
  mark: string,
  pattern: RegExp,
  instead?: (found: string) => string
])[] = [
  // A reply that was quoted as a whole.
  ['trailing_text_removed', '>', /^[^\S\n]{0,3}>[^\S\n]?/gm],
  // Line breaks between members that were escaped once too often.
  [
    'escapes_removed',
    '\\',
    /(?<=[{[,])(?:\\[nrt]\s*)+(?=\\?["{[\d])|(?<=["\d}\]el])(?:\\[nrt]\s*)+(?=[}\]])/g
  ],
  // The punctuation of Chinese and Japanese.
  ['colon_added', '', /(?<=["”])：|，(?=\s*["“}\]])/g, found => (found === '：' ? ':' : ',')],
  // Quotes as HTML writes them, with blanks outside of them.
  [
    'escapes_removed',
    '&quot;',
    /[{[,:]\s*&quot;|&quot;/g,
    found => (found[0] === '&' ? '"     ' : `${found.slice(0, -6)}     "`)
  ]
]

/** A text as long as the one that was written, and the reason to read it instead. */
export interface SecondLook {
  readonly text: string
  readonly repair: Repair
}

/** The ways to look again at a text in which nothing fits. */
export function secondLooks(text: string): SecondLook[] {
  return IN_THE_WAY.flatMap(([code, mark, pattern, instead]) => {
    const start = text.includes(mark) ? text.search(pattern) : -1
    if (start === -1) return []
    const cleared = text.replace(pattern, instead ?? (found => ' '.repeat(found.length)))
    const after = cleared[start] ?? ''
    return { text: cleared, repair: repairOf(code, [], text, { start, end: start + 1 }, after) }
  })
}
