import type { RepairCode } from '../repair-codes.ts'

interface ReadBoolean {
  readonly value: boolean
  readonly code: RepairCode
}

const WORD = /^(?:(true|yes|y|on|1|t)|false|no|n|off|0|f)[.!]?$/i
const NEGATION = /\b(?:not|never|neither|nor|cannot)\b|n['’]t\b/i
const NAMED = /(?<![\p{L}\p{N}_])(?:true|false)(?![\p{L}\p{N}_])|^\s*(?:yes|no)(?=\s*[,.!:;–—-])/giu

/** Reads a boolean out of text; a sentence that names both, or denies, gives none. */
export function readLooseBoolean(text: string): ReadBoolean | undefined {
  const word = WORD.exec(text.trim())
  if (word !== null) {
    const plain = /true|false/i.test(word[0])
    return {
      value: word[1] !== undefined,
      code: plain ? 'boolean_from_text' : 'boolean_from_words'
    }
  }
  if (text.length > 2000 || NEGATION.test(text)) return undefined
  const [value, other] = new Set(text.match(NAMED)?.map(named => /true|yes/i.test(named)))
  if (value === undefined || other !== undefined) return undefined
  return { value, code: 'boolean_from_prose' }
}
