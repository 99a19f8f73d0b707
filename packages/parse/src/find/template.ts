const PLACEHOLDER =
  /^(?:<[^<>]{0,60}>|\{{1,2}[^{}]{0,60}\}{1,2}|\[[^[\]]{1,60}\]|\.{3}|…|string|number|integer|boolean|value|text|placeholder|your [\p{L} ]{1,40}|insert [\p{L} ]{1,40})$/iu

/** Longer text is no placeholder, whatever it is made of. */
const LONGEST = 100

/** Says whether every text in a value is a placeholder: a form to fill in, not data. */
export function isTemplate(value: unknown): boolean {
  let texts = 0
  const waiting: unknown[] = [value]
  // The first text that is none settles it, so what is nearest is looked at first.
  for (let left = 200; waiting.length > 0 && left > 0; left--) {
    const node = waiting.pop()
    if (typeof node === 'string') {
      if (node.length > LONGEST || !PLACEHOLDER.test(node.trim())) return false
      texts++
    } else if (typeof node === 'object' && node !== null)
      waiting.push(...Object.values(node).slice(0, 50))
  }
  return texts > 0
}
