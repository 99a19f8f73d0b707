const PLACEHOLDER =
  /^(?:<[^<>]{0,60}>|\{{1,2}[^{}]{0,60}\}{1,2}|\[[^[\]]{1,60}\]|\.{3}|…|string|number|integer|boolean|value|text|placeholder|your [\p{L} ]{1,40}|insert [\p{L} ]{1,40})$/iu

/** Longer text is no placeholder, whatever it is made of. */
const LONGEST = 100

/** How many members are looked at. */
const MOST_MEMBERS = 200

/** Says whether every text in a value is a placeholder: a form to fill in, not data. */
export function isTemplate(value: unknown): boolean {
  const seen = { texts: 0, members: 0 }
  return isBlankForm(value, seen) && seen.texts > 0
}

function isBlankForm(value: unknown, seen: { texts: number; members: number }): boolean {
  if (typeof value === 'string') {
    seen.texts++
    return value.length <= LONGEST && PLACEHOLDER.test(value.trim())
  }
  if (typeof value !== 'object' || value === null) return true
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    if (++seen.members > MOST_MEMBERS) break
    // The first text that is none settles it.
    if (!isBlankForm(member, seen)) return false
  }
  return true
}
