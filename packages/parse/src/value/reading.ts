import type { Repair } from '../outcome.ts'
import { quote } from '../parse-issue.ts'
import { REPAIR_RISKS, type RepairCode } from '../repair-codes.ts'
import type { Path } from '../span.ts'

/** How many characters looking ahead may cost, as a multiple of the text. */
const FORESIGHT = 8

/** How many characters reading a stretch again may cost, as a multiple of the text. */
const SECOND_READINGS = 4

/** How many repairs are listed one by one; more of them tell nobody anything. */
const MOST_REPAIRS = 1000

/** What is shared by all that read one value: the text, what was mended, what is left to spend. */
export class Reading {
  readonly text: string
  readonly limit: number
  /** True when the whole text is one document, so that what cannot be mended is refused. */
  readonly document: boolean
  readonly repairs: Repair[] = []
  truncatedAt: number | undefined
  #foresight: number
  #lastQuote: number | undefined
  #secondReadings: number
  readonly #pathOf: () => Path

  constructor(text: string, limit: number, document: boolean, pathOf: () => Path) {
    this.text = text
    this.limit = limit
    this.document = document
    this.#pathOf = pathOf
    this.#foresight = text.length * FORESIGHT + 4096
    this.#secondReadings = text.length * SECOND_READINGS + 4096
  }

  repair(code: RepairCode, start: number, end: number, after: string): void {
    if (this.repairs.length >= MOST_REPAIRS) return
    const before = quote(this.text.slice(start, Math.min(end, start + 100)))
    this.repairs.push({
      code,
      path: this.#pathOf(),
      span: { start, end },
      before,
      after: quote(after),
      risk: REPAIR_RISKS[code]
    })
  }

  /** The end of a look ahead of at most `length` characters; the budget makes it linear. */
  horizon(from: number, length: number): number {
    if (this.#foresight <= 0) return from
    const end = Math.min(this.limit, from + length)
    this.#foresight -= end - from
    return end
  }

  /** Says whether no double quote stands behind this one, so that it must close its string. */
  isLastQuote(at: number): boolean {
    this.#lastQuote ??= this.text.lastIndexOf('"', this.limit - 1)
    return this.#lastQuote === at
  }

  /** Says whether a stretch may be read a second time; a budget keeps that linear. */
  mayReadAgain(length: number): boolean {
    this.#secondReadings -= length
    return this.#secondReadings > 0
  }

  truncate(at: number): void {
    this.truncatedAt ??= at
  }
}

/** Thrown inside the reader alone: what was written cannot be read as a value. */
export class Unreadable {
  readonly at: number
  readonly why: 'unreadable' | 'depth' | 'tokens'

  constructor(at: number, why: Unreadable['why'] = 'unreadable') {
    this.at = at
    this.why = why
  }
}
