import type { Shape } from '../schema/shape.ts'
import { isLineStart, skipBlanks } from '../segment/characters.ts'
import type { Span } from '../span.ts'

/**
 * Says whether brackets in a reply hold data, or are the brackets of prose: a
 * citation, a link, a checkbox, a placeholder.
 */
export function isPlausible(
  text: string,
  span: Span,
  value: unknown,
  shape: Shape | undefined,
  isSet = false
): boolean {
  if (isSet) return shape !== undefined
  if (!Array.isArray(value)) {
    return (
      typeof value === 'object' &&
      value !== null &&
      (Object.keys(value).length > 0 || isEmptyPair(text, span))
    )
  }
  if (text.charCodeAt(span.end) === 40) return false
  if (value.length === 0 || value.every(item => item === 'x' || item === 'X' || item === ' ')) {
    return !isCheckbox(text, span.start)
  }
  if (value.some(item => typeof item === 'object') || hasQuote(text, span)) return true
  if (standsAlone(text, span) || isAnnounced(text, span.start)) return true
  // [1] and [see above] are references, unless a list of such things was asked for.
  return shape !== undefined && value.length > 1
}

/** Behind a colon, or inside of a fence, brackets are no reference. */
function isAnnounced(text: string, start: number): boolean {
  return /[:=(]\s*$/.test(text.slice(Math.max(0, start - 12), start))
}

function isEmptyPair(text: string, span: Span): boolean {
  return /^\{\s*\}$/.test(text.slice(span.start, Math.min(span.end, span.start + 64)))
}

function isCheckbox(text: string, start: number): boolean {
  return /(?:^|\n)\s*(?:[-*+]|\d+[.)])\s*$/.test(text.slice(Math.max(0, start - 40), start))
}

function hasQuote(text: string, span: Span): boolean {
  return /["'“]/.test(text.slice(span.start, Math.min(span.end, span.start + 200)))
}

/** Nothing else on its lines, and not a number of a reference. */
function standsAlone(text: string, span: Span): boolean {
  const after = skipBlanks(text, span.end)
  return isLineStart(text, span.start) && (after >= text.length || text[after] === '\n')
}
