import { LESS } from './characters.ts'

const REASONING = new Set([
  'think',
  'thinking',
  'thought',
  'thoughts',
  'reasoning',
  'reflection',
  'scratchpad',
  'analysis',
  'antthinking'
])
const WRAPPERS = new Set([
  'tool_call',
  'tool_use',
  'function_call',
  'function',
  'json',
  'output',
  'answer',
  'final',
  'final_answer',
  'result',
  'response',
  'invoke',
  'parameters',
  'arguments',
  'structured_output',
  'data'
])
const LONGEST_NAME = 20

/** A tag of those that mean something around data. */
export interface Tag {
  readonly kind: 'reasoning' | 'wrapper'
  readonly name: string
  readonly closing: boolean
  readonly start: number
  readonly end: number
}

/** Reads the tag at a `<`, or nothing when it is another tag or none at all. */
export function readTag(text: string, start: number): Tag | undefined {
  if (text.charCodeAt(start) !== LESS) return undefined
  const closing = text[start + 1] === '/'
  // Some models write their tags as special tokens: <|think|>.
  const from = start + (closing ? 2 : 1) + (text[start + (closing ? 2 : 1)] === '|' ? 1 : 0)
  let at = from
  while (at - from < LONGEST_NAME && isNameCode(text.charCodeAt(at))) at++
  const name = text.slice(from, at).toLowerCase()
  const kind = REASONING.has(name) ? 'reasoning' : WRAPPERS.has(name) ? 'wrapper' : undefined
  if (kind === undefined) return undefined
  const end = tagEnd(text, at)
  return end === -1 ? undefined : { kind, name, closing, start, end }
}

/** The offset after `>`; a tag may carry attributes, but stays on its line. */
function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length && at - from < 200; at++) {
    const char = text[at]
    if (char === '>') return at + 1
    if (char === '\n' || char === '<' || char === '{') return -1
  }
  return -1
}

function isNameCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 45
}
