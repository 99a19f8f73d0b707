const BEGINNING = /^\s*(?:\{\s*["}]|\[\s*[[{"\]\-\dtfn]|["\-\dtfn])/
const ENDING = /["\d}\]el]/

/** Parses valid JSON; the wrapper tells `null` from nothing. */
export function nativeJson(text: string): { readonly value: unknown } | undefined {
  // An exception costs far more than a look.
  if (!BEGINNING.test(text) || !ENDING.test(text.trimEnd().slice(-1))) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
