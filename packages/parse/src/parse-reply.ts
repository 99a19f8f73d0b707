import { type Case, conclude } from './conclude.ts'
import { findDocument } from './find/document.ts'
import { Finder } from './find/finder.ts'
import type { Finding } from './find/finding.ts'
import { deeperThan, nativeJson } from './find/native.ts'
import { findProse } from './find/prose.ts'
import { Judge } from './judge/judge.ts'
import type { Failing, Fitting, Judged } from './judge/judged.ts'
import { type Limits, type ParseOptions, resolveLimits } from './options.ts'
import type { LimitName, Outcome } from './outcome.ts'
import { issue } from './parse-issue.ts'
import { type Contract, contractOf } from './schema/contract.ts'
import type { InferData, Schema } from './schema/standard-schema.ts'
import type { Span } from './span.ts'

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
  const limits = resolveLimits(options.limits)
  const reached = new Set<LimitName>()
  if (text.length > limits.length) reached.add('length')
  const contract = options.schema === undefined ? undefined : contractOf(options.schema)
  const reply = new Reply(text.slice(0, limits.length), options, limits, contract, reached)
  return reply.outcome() as Outcome<InferData<S>>
}

/** One reply on its way to an outcome. */
class Reply {
  readonly #text: string
  readonly #options: ParseOptions
  readonly #limits: Limits
  readonly #contract: Contract | undefined
  readonly #reached: Set<LimitName>
  readonly #judge: Judge

  constructor(
    text: string,
    options: ParseOptions,
    limits: Limits,
    contract: Contract | undefined,
    reached: Set<LimitName>
  ) {
    this.#text = text
    this.#options = options
    this.#limits = limits
    this.#contract = contract
    this.#reached = reached
    this.#judge = new Judge(text, contract, options, limits)
  }

  outcome(): Outcome {
    if (this.#options.strict === true) return this.#strict()
    const whole = this.#whole()
    const asWhole = whole === undefined ? undefined : this.#judge.judge(whole)
    if (asWhole?.fits === true) return this.#conclude([asWhole])
    if (this.#options.mode === 'document') return this.#document()
    return this.#reply(asWhole)
  }

  /** Valid JSON that fits, as the whole text; everything else is an error. */
  #strict(): Outcome {
    const span = trimmedSpan(this.#text)
    const native = nativeJson(this.#text)
    if (native === undefined || deeperThan(native.value, this.#limits.depth)) {
      const rule = native === undefined ? 'json' : 'depth'
      if (native !== undefined) this.#reached.add('depth')
      const issues = [issue([], rule, 'valid JSON and nothing else', this.#text)]
      return this.#conclude([
        { fits: false, finding: wholeFinding(span, undefined), repairs: [], issues }
      ])
    }
    const finding = wholeFinding(span, native.value)
    const verdict = this.#contract?.judge(native.value, true)
    if (verdict?.fits === false) {
      return this.#conclude([{ fits: false, finding, repairs: [], issues: verdict.issues }])
    }
    const data = verdict === undefined ? native.value : verdict.data
    const extra = verdict?.extra ?? []
    const coverage = Number.POSITIVE_INFINITY
    return this.#conclude([
      { fits: true, finding, data, repairs: [], dropped: [], extra, coverage }
    ])
  }

  /** The whole text as native JSON, if it is. */
  #whole(): Finding | undefined {
    const span = trimmedSpan(this.#text)
    if (!/[[{"\-\dtfn]/.test(this.#text[span.start] ?? '')) return undefined
    const native = nativeJson(this.#text.slice(span.start, span.end))
    if (native === undefined) return undefined
    const scalar = typeof native.value !== 'object' || native.value === null
    const askedFor = this.#contract !== undefined || this.#options.mode === 'document'
    if (scalar && !askedFor) return undefined
    if (deeperThan(native.value, this.#limits.depth)) {
      this.#reached.add('depth')
      return undefined
    }
    return wholeFinding(span, native.value)
  }

  #document(): Outcome {
    const finder = this.#finder()
    const finding = findDocument(finder)
    if (finding !== undefined) return this.#conclude([this.#judge.judge(finding)])
    if (this.#text.trim() === '') return this.#conclude([])
    const issues = [issue([], 'json', 'a document that can be mended', this.#text)]
    const span = trimmedSpan(this.#text)
    return this.#conclude([
      { fits: false, finding: wholeFinding(span, undefined), repairs: [], issues }
    ])
  }

  #reply(asWhole: Judged | undefined): Outcome {
    const finder = this.#finder()
    const reasoning = asWhole === undefined ? finder.run() : []
    const judged: Judged[] = asWhole === undefined ? [] : [asWhole]
    for (const finding of finder.findings) judged.push(this.#judge.judge(finding))
    if (this.#contract?.shape !== undefined) {
      const prose = findProse(this.#text, reasoning, this.#contract.shape)
      if (prose !== undefined) judged.push(this.#judge.judge(prose))
    }
    return this.#conclude(judged)
  }

  #finder(): Finder {
    return new Finder(this.#text, this.#limits, this.#contract?.shape, this.#reached)
  }

  #conclude(judged: readonly Judged[]): Outcome {
    const fitting: Fitting[] = judged.filter(one => one.fits)
    const failing: Failing[] = judged.filter(one => !one.fits)
    const facts: Case = {
      text: this.#text,
      options: this.#options,
      shape: this.#contract?.shape,
      reached: this.#reached
    }
    return conclude(facts, fitting, failing)
  }
}

function wholeFinding(span: Span, value: unknown): Finding {
  return {
    source: { form: 'document', span, outer: span, reasoning: false },
    value,
    node: undefined,
    repairs: [],
    truncatedAt: undefined,
    standing: 'plain'
  }
}

function trimmedSpan(text: string): Span {
  const trimmed = text.trimStart()
  const start = text.length - trimmed.length
  return { start, end: start + trimmed.trimEnd().length }
}
