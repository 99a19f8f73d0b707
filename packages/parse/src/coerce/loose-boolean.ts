import type { RepairCode } from '../repair-codes.ts'

export interface ReadBoolean {
  readonly value: boolean
  readonly code: RepairCode
}

const WORDS = new Map([
  ['yes', true],
  ['y', true],
  ['on', true],
  ['1', true],
  ['t', true],
  ['no', false],
  ['n', false],
  ['off', false],
  ['0', false],
  ['f', false]
])
const NEGATION = /\b(?:not|never|neither|nor|cannot)\b|n['’]t\b/i

/** Reads a boolean out of text; a sentence that names both, or denies, gives none. */
export function readLooseBoolean(text: string): ReadBoolean | undefined {
  const trimmed = text.trim().toLowerCase()
  if (trimmed === 'true' || trimmed === 'false') {
    return { value: trimmed === 'true', code: 'boolean_from_text' }
  }
  const word = WORDS.get(trimmed.replace(/[.!]$/, ''))
  if (word !== undefined) return { value: word, code: 'boolean_from_words' }
  return text.length > 2000 ? undefined : booleanInProse(text)
}

function booleanInProse(text: string): ReadBoolean | undefined {
  if (NEGATION.test(text)) return undefined
  const named = new Set<boolean>()
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_]+/gu)) {
    if (word === 'true' || word === 'false') named.add(word === 'true')
  }
  const opening = /^\s*(yes|no)\s*[,.!:;–—-]/i.exec(text)?.[1]?.toLowerCase()
  if (opening !== undefined) named.add(opening === 'yes')
  const [value] = named
  return named.size === 1 && value !== undefined ? { value, code: 'boolean_from_prose' } : undefined
}
