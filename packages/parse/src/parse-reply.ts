import { type Limits, type ParseOptions, resolveLimits } from './options.ts'
import type { Candidate, LimitName, Outcome, OutcomeFlags, ParseIssue, Source } from './outcome.ts'
import { issue } from './parse-issue.ts'
import { soundsLikeRefusal } from './refusal.ts'
import { type Contract, contractOf, type Verdict } from './schema/contract.ts'
import type { InferData, Schema } from './schema/standard-schema.ts'
import type { Region } from './segment/region.ts'
import { scan } from './segment/scan.ts'

/**
 * Reads structured data out of a reply; it never throws, whatever comes in.
 *
 * A reply without anything like data is `passthrough`, and a bare scalar counts
 * as data only where the schema asks for one.
 *
 * @param text what the agent said; offsets in the outcome count its UTF-16 units
 * @returns `structured` with data that fits, `parse_error` when data was there
 *   and did not fit, `passthrough` when no attempt was made
 */
export function parseReply<const S extends Schema>(
  text: string,
  options: ParseOptions<S> = {}
): Outcome<InferData<S>> {
  return new Reading(text, options).outcome() as Outcome<InferData<S>>
}

interface Found {
  readonly source: Source
  readonly value: unknown
  readonly verdict: Verdict
  readonly rank: number
}

class Reading {
  readonly #text: string
  readonly #options: ParseOptions
  readonly #limits: Limits
  readonly #reached = new Set<LimitName>()
  readonly #contract: Contract | undefined
  readonly #found: Found[] = []

  constructor(text: string, options: ParseOptions) {
    this.#limits = resolveLimits(options.limits)
    if (text.length > this.#limits.length) this.#reached.add('length')
    this.#text = text.slice(0, this.#limits.length)
    this.#options = options
    this.#contract = options.schema === undefined ? undefined : contractOf(options.schema)
  }

  outcome(): Outcome {
    const whole = this.#wholeText()
    if (whole !== undefined) this.#found.push(whole)
    else if (this.#options.strict !== true) this.#findInReply()
    return this.#conclude()
  }

  #wholeText(): Found | undefined {
    const trimmed = this.#text.trim()
    if (trimmed === '') return undefined
    const start = this.#text.indexOf(trimmed[0] ?? '')
    const span = { start, end: start + trimmed.length }
    const source: Source = { form: 'document', span, outer: span, reasoning: false }
    const value = parsed(trimmed)
    if (value === undefined) {
      if (this.#options.strict !== true) return undefined
      const issues = [issue([], 'json', 'valid JSON and nothing else', trimmed)]
      return { source, value: undefined, verdict: { fits: false, issues }, rank: 0 }
    }
    const scalar = typeof value.json !== 'object' || value.json === null
    if (scalar && this.#contract === undefined && this.#options.strict !== true) return undefined
    return { source, value: value.json, verdict: this.#judge(value.json), rank: 0 }
  }

  #findInReply(): void {
    const reasoning = scan(this.#text, region => this.#visit(region))
    for (const [index, found] of this.#found.entries()) {
      const { start } = found.source.span
      const inside = reasoning.some(span => span.start <= start && start < span.end)
      if (!inside) continue
      this.#found[index] = {
        ...found,
        source: { ...found.source, reasoning: true },
        rank: found.rank - 100
      }
    }
  }

  #visit(region: Region): number {
    if (this.#found.length >= this.#limits.candidates) {
      this.#reached.add('candidates')
      return this.#text.length
    }
    const value = parsed(this.#text.slice(region.span.start, region.span.end))
    if (value === undefined) {
      return region.form === 'fence' ? region.outer.end : region.outer.start + 1
    }
    const { form, span, outer, language } = region
    const named = language === undefined ? {} : { language }
    const source: Source = { form, span, outer, reasoning: false, ...named }
    const rank = form === 'fence' ? (language === 'json' ? 3 : 2) : 1
    this.#found.push({ source, value: value.json, verdict: this.#judge(value.json), rank })
    return region.outer.end
  }

  #judge(value: unknown): Verdict {
    if (deeperThan(value, this.#limits.depth)) {
      this.#reached.add('depth')
      const expected = `at most ${this.#limits.depth} levels`
      return { fits: false, issues: [issue([], 'depth', expected, value)] }
    }
    if (this.#contract === undefined) return { fits: true, data: value, extra: [] }
    return this.#contract.judge(value, this.#options.strict === true)
  }

  #conclude(): Outcome {
    const fitting = this.#found.filter(found => found.verdict.fits)
    const best = this.#pick(fitting)
    if (best?.verdict.fits === true) {
      return {
        kind: 'structured',
        data: best.verdict.data,
        confidence: 'high',
        score: 1,
        source: best.source,
        repairs: [],
        alternatives: [],
        ambiguous: false,
        complete: true,
        extra: best.verdict.extra,
        dropped: [],
        flags: this.#flags(best.value)
      }
    }
    const last = this.#found.at(-1)
    if (last === undefined) return { kind: 'passthrough', flags: this.#flags(undefined) }
    return {
      kind: 'parse_error',
      issues: issuesOf(last),
      candidates: this.#found.map(found => candidateOf(found)),
      flags: this.#flags(last.value)
    }
  }

  #pick(fitting: readonly Found[]): Found | undefined {
    if (this.#options.pick === 'first') return fitting[0]
    if (this.#options.pick === 'last') return fitting.at(-1)
    const top = Math.max(...fitting.map(found => found.rank))
    return fitting.filter(found => found.rank === top).at(-1)
  }

  #flags(value: unknown): OutcomeFlags {
    const { finishReason } = this.#options
    return {
      refusal: this.#found.length === 0 && soundsLikeRefusal(this.#text),
      empty: this.#text.trim() === '',
      silentFailure: isEmptyObject(value) && this.#contract?.shape?.kind === 'object',
      truncated: finishReason === 'length' || finishReason === 'max_tokens',
      limits: [...this.#reached]
    }
  }
}

function parsed(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length === 0
  )
}

function issuesOf(found: Found): readonly ParseIssue[] {
  return found.verdict.fits ? [] : found.verdict.issues
}

function candidateOf(found: Found): Candidate {
  return { source: found.source, value: found.value, issues: issuesOf(found), repairs: [] }
}

/** Walks a value level by level, so that its depth costs no stack. */
function deeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[] = []
    for (const node of level) {
      if (typeof node !== 'object' || node === null) continue
      if (depth >= limit) return true
      for (const inner of Object.values(node)) {
        if (typeof inner === 'object' && inner !== null) below.push(inner)
      }
    }
    level = below
  }
  return false
}
