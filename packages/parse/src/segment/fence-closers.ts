import { BACKTICK, isLineStart, lineEnd, runLength, skipBlanks, TILDE } from './characters.ts'

interface Closer {
  readonly at: number
  readonly length: number
}

/**
 * The places where a fence can close, found in one pass the first time a fence
 * opens: a run of ticks or tildes alone on its line.
 *
 * `longest[i]` is the longest run at or after the i-th closer; it answers "no
 * closer after this" at once, which keeps many unclosed fences linear.
 */
export class FenceClosers {
  readonly #text: string
  readonly #lists = new Map<number, { closers: Closer[]; longest: number[] }>()

  constructor(text: string) {
    this.#text = text
  }

  /** The first closer of at least `length` characters at or after `from`. */
  find(code: number, length: number, from: number): Closer | undefined {
    const { closers, longest } = this.#list(code)
    let index = firstAtOrAfter(closers, from)
    if ((longest[index] ?? 0) < length) return undefined
    while ((closers[index]?.length ?? length) < length) index++
    return closers[index]
  }

  #list(code: number): { closers: Closer[]; longest: number[] } {
    const known = this.#lists.get(code)
    if (known !== undefined) return known
    const closers = findClosers(this.#text, code)
    const longest: number[] = new Array(closers.length)
    let most = 0
    for (let index = closers.length - 1; index >= 0; index--) {
      most = Math.max(most, closers[index]?.length ?? 0)
      longest[index] = most
    }
    const list = { closers, longest }
    this.#lists.set(code, list)
    return list
  }
}

function findClosers(text: string, code: number): Closer[] {
  const mark = code === BACKTICK ? '```' : code === TILDE ? '~~~' : undefined
  const closers: Closer[] = []
  if (mark === undefined) return closers
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at)) {
    const length = runLength(text, at)
    const after = skipBlanks(text, at + length)
    if (isLineStart(text, at) && after === lineEnd(text, after)) closers.push({ at, length })
    at += length
  }
  return closers
}

function firstAtOrAfter(closers: readonly Closer[], from: number): number {
  let low = 0
  let high = closers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((closers[middle]?.at ?? 0) < from) low = middle + 1
    else high = middle
  }
  return low
}
