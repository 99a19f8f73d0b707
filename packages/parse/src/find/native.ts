import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  matchEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE
} from '../segment/characters.ts'

const BEGINNING = /^(?:\{\s*["}]|\[\s*[[{"\]\-\dtfn]|["\-\dtfn])/
const ENDING = /^["\d}\]el]$/

/**
 * Says by its first and last characters whether text may be valid JSON. An
 * exception costs far more than a look.
 */
export function mayBeNative(text: string): boolean {
  return BEGINNING.test(text.slice(0, 1000)) && ENDING.test(text.slice(-1000).trimEnd().slice(-1))
}

const NO_DATA = /\{(?:\s+\{|\{\{|\s*(?:[[\]():;=<>|&%!?@]|$))/y

/** Says by its first characters whether a bracket may open anything but more brackets. */
export function mayBeData(text: string, start: number): boolean {
  return matchEnd(NO_DATA, text, start) === -1
}

/** Where the bracket at `start` closes, by count alone, or -1. */
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
  return -1
}
