import type { Limits } from '../options.ts'
import type { LimitName, Source, SourceForm } from '../outcome.ts'
import type { Shape } from '../schema/shape.ts'
import type { Region } from '../segment/region.ts'
import { scan } from '../segment/scan.ts'
import type { Span } from '../span.ts'
import { Anchors } from '../value/anchors.ts'
import { skipSpace } from '../value/gap.ts'
import { plain } from '../value/plain.ts'
import { type ReadResult, readValue } from '../value/read-value.ts'
import type { Budget } from '../value/reader.ts'
import type { Finding } from './finding.ts'
import { mayBeData, mayBeNative, nativeJson, survey } from './native.ts'
import { isPlausible } from './plausible.ts'
import { standingOf } from './standing.ts'
import { isTemplate } from './template.ts'

/** How many characters failed readings may cost, as a multiple of the text. */
const PATIENCE = 1

/** How many readings may fail before the rest is taken for something else than data. */
const MOST_FAILURES = 2048

/** Finds everything in a reply that reads as data, from left to right. */
export class Finder {
  readonly text: string
  readonly findings: Finding[] = []
  readonly reached: Set<LimitName>
  /** The fences met, for those that read something else than JSON in them. */
  readonly fences: Region[] = []
  readonly #limits: Limits
  readonly #budget: Budget
  readonly #anchors: Anchors | undefined
  readonly #shape: Shape | undefined
  readonly #completeToNull: boolean
  #patience: number
  #previousEnd = 0

  constructor(
    text: string,
    limits: Limits,
    shape: Shape | undefined,
    reached: Set<LimitName>,
    completeToNull: boolean
  ) {
    this.#completeToNull = completeToNull
    this.text = text
    this.reached = reached
    this.#limits = limits
    this.#shape = shape
    this.#budget = { depth: limits.depth, tokens: limits.tokens }
    this.#anchors = shape === undefined ? undefined : new Anchors([shape])
    this.#patience = text.length * PATIENCE + 4096
  }

  /** Scans the text; returns the stretches that are reasoning. */
  run(): Span[] {
    const reasoning = scan(this.text, region => this.#visit(region))
    for (const [index, finding] of this.findings.entries()) {
      if (!liesIn(reasoning, finding.source.span.start)) continue
      this.findings[index] = { ...finding, source: { ...finding.source, reasoning: true } }
    }
    return reasoning
  }

  /** Reads one value at `start`, tolerantly. */
  read(start: number, limit: number, document = false, members = false): ReadResult {
    const result = readValue(this.text, start, {
      limit,
      document,
      members,
      completeToNull: this.#completeToNull,
      anchors: this.#anchors,
      budget: this.#budget
    })
    if (result.node === undefined && result.failed !== 'unreadable') this.reached.add(result.failed)
    return result
  }

  #visit(region: Region): number {
    if (this.#isFull()) return this.text.length
    if (region.form === 'fence') return this.#fence(region)
    const end = this.#readAt(
      region.span.start,
      this.text.length,
      region,
      region.closed ? region.span.end : -1
    )
    if (end === -1) return this.#afterFailure(region.span.start)
    // The ticks around inline code go with it.
    return region.form === 'inline_code' ? Math.max(end, region.outer.end) : end
  }

  #isFull(): boolean {
    const exhausted = this.#failures > MOST_FAILURES
    if (exhausted || this.findings.length >= this.#limits.candidates) this.reached.add('candidates')
    else if (this.#budget.tokens > 0) return false
    return true
  }

  /** Reads all that stands in a fence; returns where the fence ends. */
  #fence(region: Region): number {
    this.fences.push(region)
    const { start, end } = region.span
    const first = Math.min(skipSpace(this.text, start), end)
    const whole = mayBeNative(this.text, first, end)
      ? nativeJson(this.text.slice(first, end))
      : undefined
    if (whole !== undefined) {
      const span = { start: first, end: trimmedEnd(this.text, first, end) }
      this.#addNative(whole.value, span, region)
      return region.outer.end
    }
    let after = region.outer.end
    for (let at = first; at < end; ) {
      if (this.#isFull()) return this.text.length
      const opener = nextOpener(this.text, at, end, at === first)
      if (opener === -1) break
      const read = this.#readAt(opener, end, region, -1)
      at = read === -1 ? Math.max(opener + 1, this.#afterFailure(opener)) : read
      after = Math.max(after, read)
    }
    return after
  }

  /** Where the scan goes on after a failed reading: right behind it, as long as that is cheap. */
  #afterFailure(start: number): number {
    return this.#patience > 0 ? start + 1 : Math.max(start + 1, this.#failedAt)
  }

  #failedAt = 0
  #failures = 0

  /** Reads one value and keeps it when it looks like data; returns its end, or -1. */
  #readAt(start: number, limit: number, region: Region, matched: number): number {
    if (matched !== -1 && mayBeNative(this.text, start, matched)) {
      const native = nativeJson(this.text.slice(start, matched))
      if (native !== undefined) {
        const span = { start, end: matched }
        if (!isPlausible(this.text, span, native.value, this.#shape)) return -1
        this.#addNative(native.value, span, region)
        return matched
      }
    }
    if (!mayBeData(this.text, start, limit)) {
      this.#failedAt = start
      return -1
    }
    const result = this.#readToEnd(start, limit, region)
    if (result.node === undefined) {
      this.#failures++
      // What is too deep here would be too deep from inside as well.
      this.#patience -= result.failed === 'depth' ? this.#patience : result.at - start + 1
      this.#failedAt = result.at
      return -1
    }
    const value = plain(result.node)
    const span = { start: result.node.start, end: result.end }
    const members = result.node.kind === 'object' ? result.node.members.length : 0
    if (!isPlausible(this.text, span, value, this.#shape, members)) {
      this.#failures++
      this.#patience -= result.end - start + 1
      this.#failedAt = result.end
      return -1
    }
    this.#add({
      source: this.#source(region, span),
      value,
      node: result.node,
      repairs: result.repairs,
      unsafe: true,
      truncatedAt: result.truncatedAt,
      standing: standingOf(this.text, Math.min(region.outer.start, start), this.#previousEnd)
    })
    return result.end
  }

  /**
   * A fence may close inside a string that itself holds a fence: what breaks off
   * at the end of a fence is read again beyond it.
   */
  #readToEnd(start: number, limit: number, region: Region): ReadResult {
    const result = this.read(start, limit)
    const cut = result.node !== undefined && result.truncatedAt !== undefined
    if (!cut || limit >= this.text.length || region.form !== 'fence') return result
    if (this.#patience <= 0) return result
    const beyond = this.read(start, this.text.length)
    this.#patience -= this.text.length - start
    const whole = beyond.node !== undefined && beyond.truncatedAt === undefined
    return whole && closesFence(this.text, beyond.end) ? beyond : result
  }

  #addNative(value: unknown, span: Span, region: Region): void {
    const { tooDeep, unsafe } = survey(value, this.#limits.depth)
    if (tooDeep) {
      this.reached.add('depth')
      return
    }
    const standing = standingOf(this.text, region.outer.start, this.#previousEnd)
    const source = this.#source(region, span)
    this.#add({
      source,
      value,
      node: undefined,
      repairs: [],
      unsafe,
      truncatedAt: undefined,
      standing
    })
  }

  #add(found: Finding): void {
    const finding = isTemplate(found.value) ? { ...found, standing: 'template' as const } : found
    this.findings.push(finding)
    this.#previousEnd = finding.source.outer.end
  }

  #source(region: Region, span: Span): Source {
    const form: SourceForm = region.form
    const named = region.language === undefined ? {} : { language: region.language }
    return { form, span, outer: outerOf(this.text, region, span), reasoning: false, ...named }
  }
}

function outerOf(text: string, region: Region, span: Span): Span {
  if (region.form === 'bare') return span
  if (region.form === 'tool_call') {
    const close = /\s*<\/?\|?[\w-]+\|?>/y
    close.lastIndex = span.end
    return { start: region.outer.start, end: close.test(text) ? close.lastIndex : span.end }
  }
  if (span.end <= region.outer.end) return region.outer
  const ticks = text.indexOf('```', span.end)
  return { start: region.outer.start, end: ticks === -1 ? span.end : ticks + 3 }
}

function closesFence(text: string, from: number): boolean {
  return text.startsWith('```', skipSpace(text, from))
}

function trimmedEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length
}

function nextOpener(text: string, from: number, limit: number, atStart: boolean): number {
  if (atStart && text.charCodeAt(from) === 40) return from
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (code === 123 || code === 91) return at
  }
  return -1
}

function liesIn(spans: readonly Span[], at: number): boolean {
  return spans.some(span => span.start <= at && at < span.end)
}
