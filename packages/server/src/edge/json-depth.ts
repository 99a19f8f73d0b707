/**
 * Says whether JSON text nests objects and arrays deeper than `limit`.
 *
 * One pass over the text, before anything is built from it: validators and serialisers downstream
 * recurse, so depth has to be known while it is still only text. Text that is not JSON gets some
 * answer; the parser refuses it afterwards.
 */
export function nestsDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (quoted) {
      if (unit === 0x5c) index++
      else if (unit === 0x22) quoted = false
    } else if (unit === 0x22) quoted = true
    else if (unit === 0x7b || unit === 0x5b) {
      depth++
      if (depth > limit) return true
    } else if (unit === 0x7d || unit === 0x5d) depth--
  }
  return false
}
