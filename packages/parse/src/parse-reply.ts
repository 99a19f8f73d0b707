import { findInCard, looksLikeCard } from './card/find-in-card.ts'
import { conclude } from './conclude.ts'
import { findFallbacks } from './fallback/find-fallback.ts'
import { findDocument } from './find/document.ts'
import { Finder } from './find/finder.ts'
import { type Finding, findingOf, sourceOf } from './find/finding.ts'
import { gather } from './find/gather.ts'
import { mayBeNative, nativeJson, survey } from './find/native.ts'
import { findProse } from './find/prose.ts'
import { isTemplate } from './find/template.ts'
import { Judge } from './judge/judge.ts'
import type { Judged } from './judge/judged.ts'
import { type Limits, type ParseOptions, resolveLimits } from './options.ts'
import type { LimitName, Outcome } from './outcome.ts'
import { issue } from './parse-issue.ts'
import { type Contract, contractOf } from './schema/contract.ts'
import type { Shape } from './schema/shape.ts'
import type { InferData, Schema } from './schema/standard-schema.ts'

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

const TOO_DEEP = 'no more levels of nesting than the limit'

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
    if (this.#reached.has('depth')) return this.#refuse('depth', TOO_DEEP)
    if (this.#options.mode === 'document') return this.#document()
    return this.#reply(asWhole)
  }

  /** Valid JSON that fits, as the whole text; everything else is an error. */
  #strict(): Outcome {
    const native = nativeJson(this.#text)
    const expected = 'valid JSON and nothing else'
    if (native === undefined) return this.#refuse('json', expected)
    const finding = this.#asWhole(native.value)
    if (finding === undefined) return this.#refuse('depth', TOO_DEEP)
    return this.#conclude([this.#judge.judge(finding, true)])
  }

  /** The whole text as native JSON, if it is. */
  #whole(): Finding | undefined {
    const trimmed = this.#text.trim()
    const native = mayBeNative(trimmed) ? nativeJson(trimmed) : undefined
    if (native === undefined) return undefined
    const scalar = typeof native.value !== 'object' || native.value === null
    const askedFor = this.#contract !== undefined || this.#options.mode === 'document'
    return scalar && !askedFor ? undefined : this.#asWhole(native.value)
  }

  #asWhole(value: unknown): Finding | undefined {
    const { tooDeep, unsafe } = survey(value, this.#limits.depth)
    if (!tooDeep) return wholeFinding(this.#text, { value, unsafe })
    this.#reached.add('depth')
    return undefined
  }

  #document(): Outcome {
    const finding = findDocument(this.#finder())
    if (finding !== undefined) return this.#conclude([this.#judge.judge(finding)])
    if (this.#text.trim() === '') return this.#conclude([])
    return this.#refuse('json', 'a document that can be mended')
  }

  #refuse(rule: string, expected: string): Outcome {
    const finding = wholeFinding(this.#text)
    const issues = [issue([], rule, expected, this.#text)]
    return this.#conclude([{ fits: false, finding, repairs: [], issues }])
  }

  #reply(asWhole: Judged | undefined): Outcome {
    const finder = this.#finder()
    const shape = this.#contract?.shape
    const reasoning = asWhole === undefined ? finder.run() : []
    const thoughtUpTo = reasoning.reduce((end, span) => Math.max(end, span.end), 0)
    const whole = asWhole === undefined || isSaid(asWhole.finding.value, shape) ? [] : [asWhole]
    const judged =
      asWhole === undefined ? finder.findings.map(one => this.#judge.judge(one)) : whole
    const cards = judged.map(one => one.finding).filter(one => looksLikeCard(one.value))
    for (const card of cards) {
      const inside = findInCard(card, this.#judge.placeOf(card), this.#limits.depth)
      for (const finding of inside) judged.push(this.#judge.judge(finding))
    }
    if (shape !== undefined) {
      for (const finding of this.#otherReadings(finder, thoughtUpTo, shape, judged)) {
        const one = this.#judge.judge(finding)
        // Prose that is no answer is not a failed one, where an object was asked for.
        if (one.fits || isScalarShape(shape)) judged.push(one)
      }
    }
    // What an agent only thought is no answer when it went on to say something.
    const saidMore = thoughtUpTo > 0 && this.#text.slice(thoughtUpTo).trim() !== ''
    return this.#conclude(saidMore ? judged.filter(one => !one.finding.source.reasoning) : judged)
  }

  /** Readings of the words themselves, and of lists that are not JSON. */
  #otherReadings(
    finder: Finder,
    start: number,
    shape: Shape,
    judged: readonly Judged[]
  ): Finding[] {
    const prose = findProse(this.#text, start, shape)
    const gathered = shape.kind === 'array' ? gather(this.#text, finder.findings) : undefined
    const findings = [prose, gathered].filter(found => found !== undefined)
    if (judged.some(one => !one.finding.source.reasoning)) return findings
    const within = { start, end: this.#text.length }
    return [...findings, ...findFallbacks(this.#text, within, finder.fences, shape)]
  }

  #finder(): Finder {
    const completeToNull = this.#options.incomplete === 'null'
    const shape = this.#contract?.shape
    return new Finder(this.#text, this.#limits, shape, this.#reached, completeToNull)
  }

  #conclude(judged: readonly Judged[]): Outcome {
    const shape = this.#contract?.shape
    const facts = { text: this.#text, options: this.#options, shape, reached: this.#reached }
    return conclude(facts, judged)
  }
}

/** A bare scalar is something the agent said, and no failed attempt, where none was asked for. */
function isSaid(value: unknown, shape: Shape | undefined): boolean {
  if (shape === undefined || isScalarShape(shape)) return false
  return typeof value === 'string'
    ? !/^\s*[[{]/.test(value)
    : typeof value !== 'object' || value === null
}

function isScalarShape(shape: Shape): boolean {
  if (shape.kind === 'union') return shape.branches.every(isScalarShape)
  return shape.kind !== 'object' && shape.kind !== 'array' && shape.kind !== 'any'
}

function wholeFinding(text: string, more: Partial<Finding> = {}): Finding {
  const start = text.length - text.trimStart().length
  const span = { start, end: start + text.trim().length }
  const standing = isTemplate(more.value) ? 'template' : 'plain'
  return findingOf(sourceOf('document', span), undefined, { ...more, standing })
}
