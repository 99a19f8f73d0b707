import { isContainer } from '../json.ts'
import type { Source } from '../outcome.ts'
import type { Shape } from '../schema/shape.ts'
import { isLineStart, matchEnd, textBefore } from '../segment/characters.ts'
import type { Span } from '../span.ts'

/** How far around brackets is looked. */
const REACH = 40

const CHECKBOX = /(?:^|\n)\s*(?:[-*+]|\d+[.)])\s*$/
/** Behind a colon on their line, brackets are no reference, but where it announces references. */
const ANNOUNCED =
  /(?<!\b(?:see|cf|sources?|ref(?:erence)?s?|citations?|quellen?|siehe|fuentes?|fonti?))[:=(][^\S\n]*$/i
/** A word that is no value of JSON, in two pairs of brackets. */
const WORD = /^\[\[(?!(?:true|false|null)\])[^,[\]]*\p{L}[^,[\]]*\]\]/u
/** More brackets of the same kind. */
const MORE = /^[,;\s]*(?:\[|and \[)/
const LINE_END = /^[ \t\r]*(?:\n|$)/

/** What no data begins with: code, a placeholder, a bracket that is quoted as one. */
const NO_DATA = /(?<=`)[[{]`|\{(?:\s+\{|\{\{|\s*(?:[[\]():;=<>|&%!?@]|$))/y

/** Says by its first characters whether reading a bracket as data is worth trying. */
export function mayBeData(text: string, start: number): boolean {
  return matchEnd(NO_DATA, text, start) === -1
}

/**
 * Says whether brackets in a reply hold data, or are the brackets of prose: a
 * citation, a link, a checkbox, a placeholder.
 */
export function isPlausible(
  text: string,
  { start, end }: Span,
  value: unknown,
  shape: Shape | undefined
): boolean {
  const inside = text.slice(start, Math.min(end, start + 200))
  if (!Array.isArray(value)) {
    return isContainer(value) && (Object.keys(value).length > 0 || /^\{\s*\}$/.test(inside))
  }
  const before = textBefore(text, start, REACH)
  const after = text.slice(end, end + REACH)
  if (after.startsWith('(')) return false
  if (/["'“{]/.test(inside)) return true
  // What belongs to a word is a type, or a place in a list.
  if (/[\p{L}\p{N}_]$/u.test(before)) return false
  if (value.length === 0) return !CHECKBOX.test(before)
  // [Draft] is no list, and neither are [Yes] [No] and [[a page]].
  if (value.length === 1) {
    const [item] = value
    if (MORE.test(after) || (Array.isArray(item) && WORD.test(inside))) return false
    const isLabel = isLineStart(text, start) && /^\s*\n\s*\p{L}/u.test(after)
    if (typeof item === 'string' && (isLabel || before.trimEnd().endsWith(`${item}:`))) return false
  }
  return (
    value.some(item => typeof item === 'object') ||
    ANNOUNCED.test(before) ||
    (isLineStart(text, start) && LINE_END.test(after)) ||
    // [1] and [see above] are references, unless a list of such things was asked for.
    (shape !== undefined && value.length > 1)
  )
}

/** Small numbers in brackets inside of a sentence are rather references than a list. */
export function isCitation(text: string, source: Source, value: unknown): boolean {
  const { form, span } = source
  if (isMention(text, source)) return true
  if (form !== 'bare' || !Array.isArray(value)) return false
  const { start, end } = span
  const before = textBefore(text, start, REACH)
  return (
    value.every(item => Number.isInteger(item) && item >= 0 && item < 1000) &&
    /[\p{L},.] $/u.test(before) &&
    !/\b(?:is|are|be|was|were|returns?)\s*$/.test(before) &&
    !LINE_END.test(text.slice(end, end + REACH))
  )
}

/** What ends before empty brackets that are an answer, and what they may be followed by. */
const SAID = /(?:^|[\n.:!?>。：！？])["'`\s]*$/
const OVER = /^["'`]*[.;。]?(?:\s*(?:$|\n)|\s+\p{Lu})/u

/** Brackets with nothing in them, in the middle of a sentence, are rather spoken of. */
function isMention(text: string, { form, span, outer }: Source): boolean {
  if (!/^(?:bare|inline)/.test(form) || span.end - span.start > REACH) return false
  return (
    !/[\p{L}\p{N}]/u.test(text.slice(span.start, span.end)) &&
    !(
      SAID.test(textBefore(text, outer.start, REACH)) &&
      OVER.test(text.slice(outer.end, outer.end + REACH))
    )
  )
}
