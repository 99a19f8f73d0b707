import type { Reading } from '../reading.ts'
import { repairOf } from '../repair.ts'
import type { Region } from '../segment/scan.ts'
import type { Span } from '../span.ts'
import { type Finding, findingOf } from './finding.ts'
import { goesOn } from './gather.ts'
import { packagingOf, stringEndBehind } from './packaging.ts'

/** Keeps what is found, apart from it what stands inside of strings that may have ended before. */
export class Collection {
  readonly findings: Finding[] = []
  readonly quoted: Finding[] = []
  /** How many there are to judge: objects that are one list count once. */
  candidates = 0
  readonly #reading: Reading
  /** The last finding with a string that may have swallowed what is data itself. */
  #doubtful: { readonly text: Span; readonly end: number } | undefined

  constructor(reading: Reading) {
    this.#reading = reading
  }

  /** Goes from behind a doubtful string to the end of its finding, which was read already. */
  behindDoubt(at: number): number {
    const doubtful = this.#doubtful
    return doubtful !== undefined && at >= doubtful.text.end ? Math.max(at, doubtful.end) : at
  }

  /** Keeps a finding; returns where more may be found, which is inside of a doubtful string. */
  add(region: Region, span: Span, found: Partial<Finding>): number {
    const { text, shape } = this.#reading
    const source = packagingOf(text, region, span)
    const isQuoted = this.#doubtful !== undefined && span.start < this.#doubtful.text.end
    const list = isQuoted ? this.quoted : this.findings
    const repairs = [...(found.repairs ?? [])]
    // A string around it goes on: somebody's words, copied without their escapes.
    const isLeftOver = text[span.end] === '"' && text[span.start - 1] !== '"'
    const stringEnd = isLeftOver ? stringEndBehind(text, span) : -1
    if (stringEnd !== -1) {
      const rest = { start: span.end, end: stringEnd }
      repairs.push(repairOf('trailing_text_removed', [], text, rest))
    }
    const finding = findingOf(source, {
      ...found,
      repairs,
      standing: isQuoted ? 'example' : 'plain'
    })
    const before = list.at(-1)
    if (isQuoted || shape?.kind !== 'array' || !before || !goesOn(text, before, finding)) {
      this.candidates++
    }
    list.push(finding)
    const end = region.form === 'bare' ? source.outer.end : span.end
    const guess = isQuoted ? undefined : found.repairs?.find(one => one.code === 'string_guessed')
    if (guess === undefined) return end
    this.#doubtful = { text: guess.span, end }
    return guess.span.start
  }
}
