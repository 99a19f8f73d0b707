export const TAB = 9
export const NEWLINE = 10
const RETURN = 13
export const SPACE = 32
export const QUOTE = 34
export const HASH = 35
export const APOSTROPHE = 39
export const OPEN_PAREN = 40
export const CLOSE_PAREN = 41
export const PLUS = 43
export const COMMA = 44
export const DOT = 46
export const SLASH = 47
export const COLON = 58
export const SEMICOLON = 59
export const LESS = 60
export const EQUALS = 61
export const GREATER = 62
export const OPEN_BRACKET = 91
export const BACKSLASH = 92
export const CLOSE_BRACKET = 93
export const BACKTICK = 96
export const OPEN_BRACE = 123
export const CLOSE_BRACE = 125
export const ELLIPSIS = 0x2026

/** Spaces and tabs: white space that stays on its line. */
export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB || code === RETURN
}

/** Says whether only blanks stand between the start of the line and `at`. */
export function isLineStart(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && isBlank(text.charCodeAt(before))) before--
  return before < 0 || text.charCodeAt(before) === NEWLINE
}

/** The length of a run of one character. */
export function runLength(text: string, from: number): number {
  const code = text.charCodeAt(from)
  let at = from + 1
  while (at < text.length && text.charCodeAt(at) === code) at++
  return at - from
}

/** The offset of the next newline at or after `from`, or the end of the text. */
export function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at === -1 ? text.length : at
}

/** Where what a sticky pattern finds at an offset ends, or -1. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}
