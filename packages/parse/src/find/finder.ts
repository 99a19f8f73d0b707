import type { Limits } from '../options.ts'
import type { LimitName, Source } from '../outcome.ts'
import type { Reading } from '../reading.ts'
import type { Shape } from '../schema/shape.ts'
import { matchEnd } from '../segment/characters.ts'
import { type Region, scan } from '../segment/scan.ts'
import type { Span } from '../span.ts'
import { Anchors } from '../value/anchors.ts'
import { skipSpace } from '../value/gap.ts'
import { plain } from '../value/plain.ts'
import { type ReadResult, readValue } from '../value/read-value.ts'
import type { ReadOptions } from '../value/reader.ts'
import { type Finding, findingOf, sourceOf } from './finding.ts'
import { closingBracket, mayBeData, mayBeNative, nativeJson, survey } from './native.ts'
import { isPlausible } from './plausible.ts'
import { standingOf } from './standing.ts'
import { isTemplate } from './template.ts'

/** How many characters failed readings may cost, as a multiple of the text. */
const PATIENCE = 1

/** How many readings may fail before the rest is taken for something else than data. */
const MOST_FAILURES = 2048

/** What may stand around data on its line: ticks, and the tag that closes a tool call. */
const TICKS_BEFORE = /`+(?:\w{0,12}[ \t]*)?$/
const CLOSING = {
  bare: /[ \t]*`+/y,
  fence: /\s*(?:`{3,}|~{3,})/y,
  tool_call: /\s*<\/?\|?[\w-]+\|?>/y
}

/** Finds everything in a reply that reads as data, from left to right. */
export class Finder {
  readonly text: string
  readonly findings: Finding[] = []
  /** The fences met, for those that read something else than JSON in them. */
  readonly fences: Region[] = []
  readonly #reached: Set<LimitName>
  readonly #limits: Limits
  readonly #shape: Shape | undefined
  readonly #options: Omit<ReadOptions, 'limit'>
  #patience: number
  /** How many characters looking for closing brackets in vain may cost. */
  #search: number
  #failures = 0

  constructor({ text, limits, reached, contract, options }: Reading) {
    this.text = text
    this.#reached = reached
    this.#limits = limits
    this.#shape = contract.shape
    this.#options = {
      anchors: this.#shape && new Anchors([this.#shape]),
      budget: { depth: limits.depth, tokens: limits.tokens },
      completeToNull: options.incomplete === 'null'
    }
    this.#patience = text.length * PATIENCE + 4096
    this.#search = text.length
  }

  /** Scans the text; returns the stretches that are reasoning. */
  run(): Span[] {
    const reasoning = scan(this.text, region => this.#visit(region))
    for (const [index, finding] of this.findings.entries()) {
      const { start } = finding.source.span
      if (!reasoning.some(span => span.start <= start && start < span.end)) continue
      this.findings[index] = { ...finding, source: { ...finding.source, reasoning: true } }
    }
    return reasoning
  }

  /** Reads one value at `start`, tolerantly. */
  read(start: number, limit: number, document = false): ReadResult {
    const result = readValue(this.text, start, { ...this.#options, limit, document })
    if (result.node === undefined && result.failed !== 'unreadable') {
      this.#reached.add(result.failed)
    }
    return result
  }

  /** Reads what a region holds; returns where the scan goes on. */
  #visit(region: Region): number {
    if (this.#isFull()) return this.text.length
    const { start, end } = region.span
    if (region.form !== 'fence') {
      return this.#native(start, this.#closing(start), region) ?? this.#tolerant(start, end, region)
    }
    this.fences.push(region)
    const first = skipSpace(this.text, start)
    const native = first < end ? this.#native(first, end, region) : undefined
    let after = region.outer.end
    for (let at = first; native === undefined && at < end; ) {
      if (this.#isFull()) return this.text.length
      at = this.#opener(at, end, at === first)
      if (at < end) at = this.#tolerant(at, end, region)
      after = Math.max(after, at)
    }
    return after
  }

  #isFull(): boolean {
    const exhausted = this.#failures > MOST_FAILURES
    if (exhausted || this.findings.length >= this.#limits.candidates) {
      this.#reached.add('candidates')
    } else if (this.#options.budget.tokens > 0) return false
    return true
  }

  #closing(start: number): number {
    if (this.#search <= 0) return -1
    const end = closingBracket(this.text, start)
    if (end === -1) this.#search -= this.text.length - start
    return end
  }

  /** The next bracket of a fence; a tuple may open it. */
  #opener(from: number, end: number, atStart: boolean): number {
    if (atStart && this.text[from] === '(') return from
    const opener = /[[{]/g
    opener.lastIndex = from
    return Math.min(opener.exec(this.text)?.index ?? end, end)
  }

  /** Takes valid JSON; returns where the scan goes on, or undefined when it is none. */
  #native(start: number, end: number, region: Region): number | undefined {
    const text = this.text.slice(start, end).trimEnd()
    const native = end > start && mayBeNative(text) ? nativeJson(text) : undefined
    if (native === undefined) return undefined
    const { value } = native
    const span = { start, end: start + text.length }
    const { tooDeep, unsafe } = survey(value, this.#limits.depth)
    if (region.form !== 'fence' && !isPlausible(this.text, span, value, this.#shape)) {
      return start + 1
    }
    if (!tooDeep) return this.#add(region, span, { value, unsafe })
    this.#reached.add('depth')
    return end
  }

  /** Reads one value and keeps it when it looks like data; returns where the scan goes on. */
  #tolerant(start: number, limit: number, region: Region): number {
    if (!mayBeData(this.text, start)) return this.#failed(start, start)
    const result = this.#readToEnd(start, limit)
    if (result.node === undefined) return this.#failed(start, result.at, result.failed === 'depth')
    const { node, end, repairs, truncatedAt, unsafe } = result
    const span = { start: node.start, end }
    const value = plain(node)
    const isSet = node.kind === 'object' && node.members.length > 0
    return isPlausible(this.text, span, value, this.#shape, isSet)
      ? this.#add(region, span, { value, node, repairs, truncatedAt, unsafe })
      : this.#failed(start, end)
  }

  /** Goes on right behind what failed, as long as that is cheap; what is too deep is left out. */
  #failed(start: number, at: number, deep = false): number {
    this.#failures++
    this.#patience -= at - start + 1
    if (deep) return Math.max(this.#closing(start), at + 1)
    return this.#patience > 0 ? start + 1 : Math.max(start + 1, at)
  }

  /**
   * A fence may close inside of a string that itself holds a fence: what breaks off
   * at the end of a fence is read again beyond it.
   */
  #readToEnd(start: number, limit: number): ReadResult {
    const result = this.read(start, limit)
    const cut = result.node !== undefined && result.truncatedAt !== undefined
    if (!cut || limit >= this.text.length || this.#patience <= 0) return result
    const beyond = this.read(start, this.text.length)
    this.#patience -= this.text.length - start
    const whole = beyond.node !== undefined && beyond.truncatedAt === undefined
    const closes = whole && lookBehind(this.text, 'fence', beyond.end) > beyond.end
    return closes ? beyond : result
  }

  #add(region: Region, span: Span, found: Partial<Finding>): number {
    const source = this.#source(region, span)
    const before = this.findings.at(-1)?.source.outer.end ?? 0
    const standing = isTemplate(found.value)
      ? 'template'
      : standingOf(this.text, source.outer.start, before)
    this.findings.push(findingOf(source, undefined, { ...found, standing }))
    return region.form === 'bare' ? source.outer.end : span.end
  }

  /** The packaging found around data: ticks, the closing tag of a tool call. */
  #source(region: Region, span: Span): Source {
    const { form, language, outer } = region
    const behind = lookBehind(this.text, form, span.end)
    const closed = outer.end > region.span.end ? Math.max(outer.end, span.end) : span.end
    const end = behind > span.end ? behind : closed
    if (form !== 'bare') {
      const source = sourceOf(form, span, { start: outer.start, end })
      return language === undefined ? source : { ...source, language }
    }
    const line = this.text.slice(Math.max(0, span.start - 32), span.start)
    const ticks = end > span.end ? TICKS_BEFORE.exec(line)?.[0].length : undefined
    return ticks === undefined
      ? sourceOf(form, span)
      : sourceOf('inline_code', span, { start: span.start - ticks, end })
  }
}

/** Where the packaging that closes right behind data ends, or -1. */
function lookBehind(text: string, form: Region['form'], end: number): number {
  return matchEnd(CLOSING[form], text, end)
}
