import type { RepairCode } from '../repair-codes.ts'
import { type ScalarNode, scalarNode } from './node.ts'
import { cutNumber, isNumberText, looseNumber } from './number.ts'
import type { Reader } from './reader.ts'

const LITERAL = /^(?:(true|True|TRUE)|(false|False|FALSE)|null|Null|NULL|None|nil|undefined)$/

/** Reads JSON's literals, and the same in other languages. */
export function literalOf(written: string): boolean | null | undefined {
  const [whole, yes, no] = LITERAL.exec(written) ?? []
  if (whole === undefined) return undefined
  return yes === undefined && no === undefined ? null : no === undefined
}

/** What bare words mean, what was mended for it, and whether they break off. */
type Meaning = readonly [value: unknown, code?: RepairCode, cutOff?: boolean]

/**
 * Says what bare words are: a number, a literal or text.
 *
 * @param reader takes note of what was mended; without it nothing is at the end of the text
 */
export function scalarOf(written: string, start: number, reader?: Reader): ScalarNode {
  const span = { start, end: start + written.length }
  const cut = reader !== undefined && span.end >= reader.text.length
  if (!cut && isNumberText(written)) return scalarNode(span, Number(written))
  const [value, code, cutOff = false] = meaningOf(written, start, cut, reader)
  if (cutOff && cut) reader.truncatedAt ??= span.end
  if (code !== undefined) reader?.note(code, start, span.end, JSON.stringify(value))
  return scalarNode(span, value)
}

function meaningOf(written: string, start: number, cut: boolean, reader?: Reader): Meaning {
  if (isNumberText(written)) {
    return reader !== undefined && reader.frames.length > 0
      ? [Number(written), 'number_truncated', true]
      : [Number(written)]
  }
  const literal = literalOf(written)
  if (literal !== undefined) {
    return String(literal) === written ? [literal] : [literal, 'literal_spelling']
  }
  // In a document, a sign or point alone stands for a number that broke off.
  const lone = written === '.' || (written === '-' && start > 0)
  if (lone && reader?.options.document === true) return [0, 'sign_read_as_zero']
  const loose = looseNumber(written)
  if (loose !== undefined) return [loose, 'number_spelling']
  const number = cutNumber(written)
  if (number !== undefined) return [number, 'number_truncated', true]
  const word = ['true', 'false', 'null'].find(word => word.startsWith(written))
  if (cut && written !== '' && word !== undefined) {
    return [literalOf(word), 'literal_completed', true]
  }
  return [written, /^[-+.]?\d/.test(written) ? 'number_kept_as_text' : 'string_quoted']
}
