import { lineEnd } from '../segment/characters.ts'
import type { Reading } from './reading.ts'

/** JSON's white space, and what editors and models put in its place. */
export function isSpace(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13)
  if (code < 160) return false
  return (
    code === 160 ||
    (code >= 0x2000 && code <= 0x200b) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  )
}

export function skipSpace(text: string, from: number, limit: number): number {
  let at = from
  while (at < limit && isSpace(text.charCodeAt(at))) at++
  return at
}

/** The offset after the comment at `at`, or `at` itself when none begins there. */
export function commentEnd(text: string, at: number, limit: number): number {
  const code = text.charCodeAt(at)
  if (code === 47) {
    if (text.charCodeAt(at + 1) === 47) return lineCommentEnd(text, at, limit)
    if (text.charCodeAt(at + 1) === 42) return closed(text, '*/', at + 2, limit)
    return at
  }
  if (code === 35) return isComment(text, at) ? lineCommentEnd(text, at, limit) : at
  if (code === 60 && text.startsWith('<!--', at)) return closed(text, '-->', at + 4, limit)
  return at
}

/** Where a comment would swallow the end of a text on one line, its closing brackets are kept. */
function lineCommentEnd(text: string, at: number, limit: number): number {
  const horizon = Math.min(limit, at + 400)
  let closer = -1
  for (let end = at; end < horizon; end++) {
    const code = text.charCodeAt(end)
    if (code === 10) return end
    if (closer === -1 && (code === 125 || code === 93)) closer = end
  }
  if (horizon === limit && closer !== -1) return closer
  return Math.min(lineEnd(text, at), limit)
}

// A colour or a heading also begins with #; a comment has room after it.
function isComment(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1)
  return next === 32 || next === 35 || next === 33
}

function closed(text: string, end: string, from: number, limit: number): number {
  const at = text.indexOf(end, from)
  return at === -1 || at + end.length > limit ? limit : at + end.length
}

/** Skips white space and comments where JSON has structure, not text. */
export function skipGap(reading: Reading, from: number): number {
  const { text, limit } = reading
  let at = skipSpace(text, from, limit)
  for (;;) {
    const end = at < limit ? commentEnd(text, at, limit) : at
    if (end === at) return at
    reading.repair('comment_removed', at, end, '')
    at = skipSpace(text, end, limit)
  }
}

/** The same, without a trace: for looking ahead. */
export function peekGap(text: string, from: number, limit: number): number {
  let at = skipSpace(text, from, limit)
  for (;;) {
    const end = at < limit ? commentEnd(text, at, limit) : at
    if (end === at) return at
    at = skipSpace(text, end, limit)
  }
}
