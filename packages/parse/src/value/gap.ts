import { HASH, LESS, NEWLINE, RETURN, SLASH, SPACE, TAB } from '../segment/characters.ts'

/** What opens a comment and what ends it. A colour also begins with #; a comment has room after it. */
const COMMENTS = Object.entries({
  '//': '\n',
  '# ': '\n',
  '##': '\n',
  '#!': '\n',
  '/*': '*/',
  '<!--': '-->'
})

/** JSON's white space, and what editors and models put in its place. */
export function isSpace(code: number): boolean {
  if (code < 160) return code === SPACE || (code >= 9 && code <= 13)
  return code > 0 && /[\s\u200b]/.test(String.fromCharCode(code))
}

export function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

/** Skips white space and comments. */
export function skipGap(text: string, from: number): number {
  for (let at = skipSpace(text, from); ; ) {
    const end = commentEnd(text, at)
    if (end === at) return at
    at = skipSpace(text, end)
  }
}

/** The offset after the comment at `at`, or `at` itself when none begins there. */
export function commentEnd(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code !== SLASH && code !== HASH && code !== LESS) return at
  for (const [open, close] of COMMENTS) {
    if (!text.startsWith(open, at)) continue
    const end = text.indexOf(close, at + open.length)
    if (end === -1) return text.length
    // The line break is no part of the comment.
    return close === '\n' ? end : end + close.length
  }
  return at
}

/** Skips the white space that JSON knows. */
export function skipPlainSpace(text: string, from: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at)
    if (code !== SPACE && code !== NEWLINE && code !== TAB && code !== RETURN) return at
  }
}

export function hasLineBreak(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === NEWLINE) return true
  return false
}
