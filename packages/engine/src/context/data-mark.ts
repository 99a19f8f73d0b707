/**
 * Chooses the character that marks untrusted text: one of private use that occurs in none of it, so
 * that the mark can be taken off again.
 *
 * @returns null when all 6,400 occur: then nothing can be marked
 * @see https://arxiv.org/abs/2403.14720
 */
export const chooseMark = (texts: readonly string[]): string | null => {
  const taken = new Set(texts.flatMap(text => text.match(/[\ue000-\uf8ff]/g) ?? []))
  for (let code = 0xe000; code <= 0xf8ff; code += 1) {
    const mark = String.fromCharCode(code)
    if (!taken.has(mark)) return mark
  }
  return null
}
