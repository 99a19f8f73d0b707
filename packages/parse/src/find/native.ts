import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  matchEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE
} from '../segment/characters.ts'

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

const NO_DATA = /(?<=`)[[{]`|\{(?:\s+\{|\{\{|\s*(?:[[\]():;=<>|&%!?@]|$))/y

/** Says by its first characters whether a bracket may open anything but more brackets. */
export function mayBeData(text: string, start: number): boolean {
  return matchEnd(NO_DATA, text, start) === -1
}

/** Where the bracket at `start` closes, by count alone; `start` itself where it does not. */
export function closingBracket(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++) {
        if (text.charCodeAt(at) === BACKSLASH) at++
      }
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++
    else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --depth === 0) return at + 1
  }
  return start
}
