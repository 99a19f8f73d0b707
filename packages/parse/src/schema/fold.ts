/**
 * Reduces a name to what survives being retyped by an agent: no case, accents,
 * punctuation or spaces. Text without letters or digits folds to itself.
 */
export function fold(text: string): string {
  const folded = soften(text)
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, '')
  return folded === '' ? text.trim() : folded
}

/** Case and accents gone, spaces and punctuation kept. */
export function soften(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
