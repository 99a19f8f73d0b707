const PLACEHOLDER =
  /^(?:<[^<>]{0,60}>|\{{1,2}[^{}]{0,60}\}{1,2}|\[[^[\]]{1,60}\]|\.{3}|…|string|number|integer|boolean|value|text|placeholder|your [\p{L} ]{1,40}|insert [\p{L} ]{1,40})$/iu

/** Says whether every text in a value is a placeholder: a form to fill in, not data. */
export function isTemplate(value: unknown): boolean {
  let texts = 0
  const waiting: unknown[] = [value]
  for (let index = 0; index < waiting.length && index < 200; index++) {
    const node = waiting[index]
    if (typeof node === 'string') {
      if (!PLACEHOLDER.test(node.trim())) return false
      texts++
    } else if (typeof node === 'object' && node !== null)
      waiting.push(...Object.values(node).slice(0, 50))
  }
  return texts > 0
}
