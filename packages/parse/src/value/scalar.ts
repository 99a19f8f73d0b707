import type { ValueNode } from './node.ts'
import { stringNode } from './node.ts'
import { cutNumber, isNumberText, looseNumber } from './number.ts'
import type { Reader } from './reader.ts'

/** JSON's literals, and the same in other languages. */
export const LITERALS: ReadonlyMap<string, boolean | null> = new Map(
  Object.entries({
    true: true,
    True: true,
    TRUE: true,
    false: false,
    False: false,
    FALSE: false,
    null: null,
    Null: null,
    NULL: null,
    None: null,
    nil: null,
    undefined: null
  })
)

/**
 * Says what bare words are: a number, a literal or text.
 *
 * @param reader takes note of what was mended; without it nothing is at the end of the text
 */
export function scalarOf(written: string, start: number, reader?: Reader): ValueNode {
  const end = start + written.length
  const cut = reader !== undefined && end >= reader.text.length
  if (isNumberText(written)) {
    if (cut && reader.frames.length > 0) {
      reader.truncatedAt ??= end
      reader.note('number_truncated', start, end, written)
    }
    return { kind: 'number', start, end, value: Number(written), written }
  }
  const literal = LITERALS.get(written)
  if (literal !== undefined) {
    if (String(literal) !== written) reader?.note('literal_spelling', start, end, String(literal))
    return { kind: 'literal', start, end, value: literal }
  }
  // In a document, a sign or point alone stands for a number that broke off.
  const lone =
    reader?.options.document === true && (written === '.' || (written === '-' && start > 0))
  const loose = lone ? 0 : looseNumber(written)
  const value = loose ?? cutNumber(written)
  if (value !== undefined) {
    const spelling = lone ? 'sign_read_as_zero' : 'number_spelling'
    reader?.note(loose === undefined ? 'number_truncated' : spelling, start, end, String(value))
    if (cut && loose === undefined) reader.truncatedAt ??= end
    return { kind: 'number', start, end, value, written: String(value) }
  }
  if (cut && written !== '') {
    for (const word of ['true', 'false', 'null']) {
      if (!word.startsWith(written)) continue
      reader.truncatedAt ??= end
      reader.note('literal_completed', start, end, word)
      return { kind: 'literal', start, end, value: LITERALS.get(word) ?? null }
    }
  }
  const code = /^[-+.]?\d/.test(written) ? 'number_kept_as_text' : 'string_quoted'
  reader?.note(code, start, end, JSON.stringify(written))
  return stringNode({ start, end }, written, false)
}
