import { HASH, LESS, lineEnd, NEWLINE, SLASH, SPACE } from '../segment/characters.ts'

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
  // A colour or a heading also begins with #; a comment has room after it.
  if (text.startsWith('//', at) || /^#[ #!]/.test(text.slice(at, at + 2))) {
    return lineEnd(text, at)
  }
  const close = text.startsWith('/*', at) ? '*/' : text.startsWith('<!--', at) ? '-->' : undefined
  if (close === undefined) return at
  const end = text.indexOf(close, at + 2)
  return end === -1 ? text.length : end + close.length
}

export function hasLineBreak(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === NEWLINE) return true
  return false
}
