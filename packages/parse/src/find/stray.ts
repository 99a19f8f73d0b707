import { nativeJson } from '../native-json.ts'
import type { Reading } from '../reading.ts'
import { isLineStart, matchEnd, textBefore } from '../segment/characters.ts'
import { skipGap, skipSpace } from '../value/gap.ts'
import type { ReadResult } from '../value/read-value.ts'
import type { Patience } from './patience.ts'
import { isPlausible } from './plausible.ts'

/** What an object or a list begins with: a key, or the first item. */
const KEY = /["'“][^"'“”\n]{0,99}["'”]\s*:|[\w$-]+\s*:/y
const ITEM = /["'“[{(`]|[\p{L}_]+\s*[,\]]/uy

/** Behind this, words are not what a bracket belongs to. */
const ANNOUNCED = /[:=(>`,]\s*$/

/** A bracket, or a fence on a line of its own. */
const OPENER = /[{[]|(?<=\n[ \t]*)(?:```|~~~)[^\n`{[]*\n/g

/** Where a value is due; behind a colon it does not wait for the next paragraph. */
const VALUE_DUE = /(?:[[{,"'}\]]|:(?!\s*\n\s*\n)|(?:\/\/|\/\*|#)[^\n]*)\s*$/

/** How far back is looked for what a value is due behind. */
const REACH = 200

/**
 * Finds data inside of what was read from a bracket at `start` that may be one of prose: taken for
 * the answer, it would hide the answer.
 *
 * @returns where that data begins, or undefined where the bracket hides nothing
 */
export function hiddenBehind(
  { text, shape }: Reading,
  start: number,
  { end, truncatedAt, repairs }: ReadResult,
  patience: Patience
): number | undefined {
  const isObject = text[start] === '{'
  const beginsAsData = matchEnd(isObject ? KEY : ITEM, text, skipGap(text, start + 1)) !== -1
  // Right behind a word, as one in a sentence stands.
  const amidWords = !isLineStart(text, start) && !ANNOUNCED.test(textBefore(text, start, 40))
  const isOdd = truncatedAt !== undefined || repairs.some(one => one.risk === 'guess')
  if (beginsAsData ? !amidWords || !isOdd : !amidWords && !isOdd && isObject) {
    return undefined
  }
  OPENER.lastIndex = start + 1
  for (let found = OPENER.exec(text); found !== null; found = OPENER.exec(text)) {
    const { 0: opener, index } = found
    if (index >= end || patience.isOver) return undefined
    const isFence = opener.length > 1
    if (isFence && !beginsAsData) return index
    const from = isFence ? skipSpace(text, OPENER.lastIndex) : index
    const span = { start: from, end: patience.closing(text, from) }
    const native = nativeJson(text.slice(from, span.end))
    if (native === undefined) {
      patience.spend(span.end - from)
      continue
    }
    // What stands where a value is due belongs to the data around it.
    const isMember = beginsAsData && VALUE_DUE.test(textBefore(text, index, REACH, start))
    if (!isMember && isPlausible(text, span, native.value, shape)) return index
    OPENER.lastIndex = Math.max(span.end, OPENER.lastIndex)
  }
  return undefined
}
