import { isLineStart, matchEnd } from '../segment/characters.ts'
import { skipGap } from '../value/gap.ts'

/** A key, or the first item of a list. */
const KEY = /["'“][^"'“”\n]{0,99}["'”]\s*:|[\w$-]+\s*:/y
const ITEM = /["'“[{(`]|[\p{L}_]+\s*[,\]]/uy

/** Behind this, words are not what a bracket belongs to. */
const ANNOUNCED = /[:=(>`,]\s*$/

/** Where a value is due; behind a colon it does not wait for the next paragraph. */
const VALUE_DUE = /(?:[[{,"'}\]]|:(?!\s*\n\s*\n)|(?:\/\/|\/\*|#)[^\n]*)\s*$/

/** Says whether what is behind a bracket is what data begins with. */
export function beginsData(text: string, start: number): boolean {
  const isObject = text[start] === '{'
  return matchEnd(isObject ? KEY : ITEM, text, skipGap(text, start + 1)) !== -1
}

/** Says whether a bracket stands right behind a word, as one in a sentence does. */
export function isAmidWords(text: string, start: number): boolean {
  return !isLineStart(text, start) && !ANNOUNCED.test(text.slice(Math.max(0, start - 40), start))
}

/** Says whether a value may follow in data that was read so far. */
export function expectsValue(before: string): boolean {
  return VALUE_DUE.test(before)
}
