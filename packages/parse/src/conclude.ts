import type { Failing, Fitting } from './judge/judged.ts'
import type { ParseOptions } from './options.ts'
import type { LimitName, Outcome, OutcomeFlags, ParseIssue } from './outcome.ts'
import { issue } from './parse-issue.ts'
import { rank } from './rank/rank.ts'
import { confidenceOf, scoreOf } from './rank/score.ts'
import { soundsLikeRefusal } from './refusal.ts'
import type { Shape } from './schema/shape.ts'

/** What is known about the reply as a whole. */
export interface Case {
  readonly text: string
  readonly options: ParseOptions
  readonly shape: Shape | undefined
  readonly reached: ReadonlySet<LimitName>
}

const MOST_ALTERNATIVES = 8

/** Makes the outcome out of everything that was found and judged. */
export function conclude(
  facts: Case,
  fitting: readonly Fitting[],
  failing: readonly Failing[]
): Outcome {
  const pick = facts.options.pick ?? 'best'
  const ranking = rank(fitting, pick)
  if (ranking === undefined) return withoutData(facts, failing)
  const { best, others, ambiguous } = ranking
  if (pick === 'only' && others.some(other => !other.finding.source.reasoning)) {
    const several = issue(
      [],
      'only',
      'one value that fits',
      fitting.map(one => one.data)
    )
    const failures = fitting.map(one => ({ ...one, fits: false as const, issues: [several] }))
    return withoutData(facts, [...failures, ...failing])
  }
  const { finding } = best
  const doubted = isDoubted(facts.text, finding.source.outer.end)
  const score = doubted ? doubt(scoreOf(best, ambiguous)) : scoreOf(best, ambiguous)
  const complete = finding.truncatedAt === undefined
  const flags = flagsOf(facts, finding.value, complete, false)
  return {
    kind: 'structured',
    data: best.data,
    confidence: confidenceOf(score),
    score,
    source: finding.source,
    repairs: best.repairs,
    alternatives: others.slice(0, MOST_ALTERNATIVES).map(other => ({
      data: other.data,
      score: scoreOf(other, false),
      source: other.finding.source
    })),
    ambiguous,
    complete,
    ...(complete ? {} : { truncatedAt: finding.truncatedAt }),
    extra: best.extra,
    dropped: best.dropped,
    flags
  }
}

/** Words behind data that take it back, or change it without saying it again. */
const TAKEN_BACK =
  /\b(?:actually|wait|oops|scratch that|correction|i meant|i mean|my mistake|that(?:['’]s| is| was) (?:wrong|not right|incorrect)|ignore (?:that|this|the above)|should (?:have been|be|read))\b/i

function isDoubted(text: string, end: number): boolean {
  return TAKEN_BACK.test(text.slice(end, end + 300))
}

/** A reading that was taken back afterwards is at best likely. */
function doubt(score: number): number {
  return Math.round(Math.min(score, 0.8) * 750) / 1000
}

function withoutData(facts: Case, failing: readonly Failing[]): Outcome {
  const closest = failing.toSorted(byCloseness)[0]
  if (closest === undefined) {
    return { kind: 'passthrough', flags: flagsOf(facts, undefined, true, true) }
  }
  const complete = closest.finding.truncatedAt === undefined
  return {
    kind: 'parse_error',
    issues: closest.issues,
    candidates: failing.map(one => ({
      source: one.finding.source,
      value: one.finding.value,
      issues: one.issues,
      repairs: one.repairs
    })),
    flags: flagsOf(facts, closest.finding.value, complete, false)
  }
}

/** The fewest complaints, outside of reasoning, later in the text. */
function byCloseness(one: Failing, other: Failing): number {
  return (
    Number(one.finding.source.reasoning) - Number(other.finding.source.reasoning) ||
    weight(one.issues) - weight(other.issues) ||
    other.finding.source.span.start - one.finding.source.span.start
  )
}

function weight(issues: readonly ParseIssue[]): number {
  return issues.length
}

const CUT_OFF = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length'])
const REFUSED = new Set(['content_filter', 'refusal', 'safety'])

function flagsOf(facts: Case, value: unknown, complete: boolean, nothing: boolean): OutcomeFlags {
  const reason = facts.options.finishReason?.toLowerCase() ?? ''
  return {
    refusal: REFUSED.has(reason) || (nothing && soundsLikeRefusal(facts.text)),
    empty: facts.text.trim() === '',
    silentFailure: isEmptyObject(value) && declaresProperties(facts.shape),
    truncated: !complete || CUT_OFF.has(reason),
    limits: [...facts.reached]
  }
}

function isEmptyObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.keys(value).length === 0
}

function declaresProperties(shape: Shape | undefined): boolean {
  if (shape?.kind === 'union') return shape.branches.some(declaresProperties)
  return shape?.kind === 'object' && shape.properties.length > 0
}
