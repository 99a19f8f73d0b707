import { findInCard, looksLikeCard } from './card/find-in-card.ts'
import { type Case, conclude } from './conclude.ts'
import { findFallbacks } from './fallback/find-fallback.ts'
import { findDocument } from './find/document.ts'
import { Finder } from './find/finder.ts'
import type { Finding } from './find/finding.ts'
import { gather } from './find/gather.ts'
import { mayBeNative, nativeJson, survey } from './find/native.ts'
import { findProse } from './find/prose.ts'
import { isTemplate } from './find/template.ts'
import { Judge } from './judge/judge.ts'
import type { Failing, Fitting, Judged } from './judge/judged.ts'
import { type Limits, type ParseOptions, resolveLimits } from './options.ts'
import type { LimitName, Outcome } from './outcome.ts'
import { issue } from './parse-issue.ts'
import { type Contract, contractOf } from './schema/contract.ts'
import type { Shape } from './schema/shape.ts'
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
  // A caller without types may hand over anything.
  const said = typeof text === 'string' ? text : ''
  if (said.length > limits.length) reached.add('length')
  const contract = options.schema === undefined ? undefined : contractOf(options.schema)
  const reply = new Reply(said.slice(0, limits.length), options, limits, contract, reached)
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
    this.#judge = new Judge(text, contract, limits)
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
    if (native === undefined || survey(native.value, this.#limits.depth).tooDeep) {
      const rule = native === undefined ? 'json' : 'depth'
      if (native !== undefined) this.#reached.add('depth')
      const issues = [issue([], rule, 'valid JSON and nothing else', this.#text)]
      return this.#conclude([
        { fits: false, finding: wholeFinding(span, undefined), repairs: [], issues }
      ])
    }
    return this.#conclude([this.#judge.strictly(wholeFinding(span, native.value))])
  }

  /** The whole text as native JSON, if it is. */
  #whole(): Finding | undefined {
    const span = trimmedSpan(this.#text)
    if (!mayBeNative(this.#text, span.start, span.end)) return undefined
    const native = nativeJson(this.#text.slice(span.start, span.end))
    if (native === undefined) return undefined
    const scalar = typeof native.value !== 'object' || native.value === null
    const askedFor = this.#contract !== undefined || this.#options.mode === 'document'
    if (scalar && !askedFor) return undefined
    const { tooDeep, unsafe } = survey(native.value, this.#limits.depth)
    if (!tooDeep) return wholeFinding(span, native.value, unsafe)
    this.#reached.add('depth')
    return undefined
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
    const whole = asWhole === undefined ? [] : [asWhole.finding]
    for (const finding of finder.findings) judged.push(this.#judge.judge(finding))
    for (const finding of this.#cards([...whole, ...finder.findings])) {
      judged.push(this.#judge.judge(finding))
    }
    const shape = this.#contract?.shape
    if (shape !== undefined) {
      for (const finding of this.#otherReadings(finder, reasoning, shape, judged)) {
        const one = this.#judge.judge(finding)
        // Prose that is no answer is not a failed one, where an object was asked for.
        if (one.fits || isScalarShape(shape)) judged.push(one)
      }
    }
    return this.#conclude(withoutThoughts(judged, this.#text, reasoning))
  }

  /** The data inside of cards among the findings. */
  #cards(findings: readonly Finding[]): Finding[] {
    return findings
      .filter(finding => looksLikeCard(finding.value))
      .flatMap(card => findInCard(card, this.#judge.placeOf(card), this.#limits.depth))
  }

  /** Readings of the words themselves, and of lists that are not JSON. */
  #otherReadings(
    finder: Finder,
    reasoning: readonly Span[],
    shape: Shape,
    judged: readonly Judged[]
  ): Finding[] {
    const prose = findProse(this.#text, reasoning, shape)
    const gathered = shape.kind === 'array' ? gather(this.#text, finder.findings) : undefined
    const findings = [prose, gathered].filter(found => found !== undefined)
    if (judged.some(one => !one.finding.source.reasoning)) return findings
    const start = reasoning.reduce((end, span) => Math.max(end, span.end), 0)
    const within = { start, end: this.#text.length }
    return [...findings, ...findFallbacks(this.#text, within, finder.fences, shape)]
  }

  #finder(): Finder {
    const completeToNull = this.#options.incomplete === 'null'
    const shape = this.#contract?.shape
    return new Finder(this.#text, this.#limits, shape, this.#reached, completeToNull)
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

function isScalarShape(shape: Shape): boolean {
  if (shape.kind === 'union') return shape.branches.every(isScalarShape)
  return shape.kind !== 'object' && shape.kind !== 'array' && shape.kind !== 'any'
}

/** What an agent only thought is no answer when it went on to say something. */
function withoutThoughts(
  judged: readonly Judged[],
  text: string,
  reasoning: readonly Span[]
): readonly Judged[] {
  const end = reasoning.reduce((last, span) => Math.max(last, span.end), 0)
  if (end === 0 || text.slice(end).trim() === '') return judged
  return judged.filter(one => !one.finding.source.reasoning)
}

function wholeFinding(span: Span, value: unknown, unsafe = false): Finding {
  return {
    source: { form: 'document', span, outer: span, reasoning: false },
    value,
    node: undefined,
    repairs: [],
    unsafe,
    truncatedAt: undefined,
    standing: isTemplate(value) ? 'template' : 'plain'
  }
}

function trimmedSpan(text: string): Span {
  const trimmed = text.trimStart()
  const start = text.length - trimmed.length
  return { start, end: start + trimmed.trimEnd().length }
}
