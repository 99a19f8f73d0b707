const MARKS = /\p{M}+/gu
const NOT_WORD = /[^\p{L}\p{N}]+/gu

/**
 * Reduces a name to what survives being retyped by an agent: no case, accents,
 * punctuation or spaces. Text without letters or digits folds to itself.
 */
export function fold(text: string): string {
  const folded = text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(NOT_WORD, '')
  return folded === '' ? text.trim() : folded
}
