export const TAB = 9
export const NEWLINE = 10
export const RETURN = 13
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

/** Where the blanks begin that stand in front of an offset on its line. */
export function blanksBefore(text: string, at: number): number {
  for (let start = at; ; start--) {
    const code = text.charCodeAt(start - 1)
    if (code !== SPACE && code !== TAB && code !== RETURN) return start
  }
}

/** Says whether only blanks stand between the start of the line and `at`. */
export function isLineStart(text: string, at: number): boolean {
  const start = blanksBefore(text, at)
  return start === 0 || text.charCodeAt(start - 1) === NEWLINE
}

/** The text before an offset, as far back as `reach` and no further than `from`. */
export function textBefore(text: string, at: number, reach: number, from = 0): string {
  return text.slice(Math.max(from, at - reach), at)
}

/** Where what a sticky pattern finds at an offset ends, or -1. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}
