import { isCorrected } from './find/words-behind.ts'
import { isObject, saysNothing } from './json.ts'
import type { Failing, Fitting, Judged } from './judge/judged.ts'
import type { Outcome, OutcomeFlags } from './outcome.ts'
import { issue } from './parse-issue.ts'
import { rank } from './rank/rank.ts'
import { confidenceOf, scoreOf } from './rank/score.ts'
import type { Reading } from './reading.ts'
import { soundsLikeRefusal } from './refusal.ts'
import { MOST_REPAIRS } from './repair.ts'
import { branchesOf } from './schema/shape.ts'

const MOST_ALTERNATIVES = 8

/** Makes the outcome out of everything that was found and judged. */
export function conclude(reading: Reading, judged: readonly Judged[]): Outcome {
  const fitting: Fitting[] = judged.filter(one => one.fits)
  const failing: Failing[] = judged.filter(one => !one.fits)
  const { pick } = reading.options
  const ranking = rank(fitting, pick)
  if (ranking === undefined) return withoutData(reading, failing)
  const { best, others, ambiguous } = ranking
  if (pick === 'only' && others.some(other => !other.finding.source.reasoning)) {
    const all = fitting.map(one => one.data)
    const issues = [issue([], 'only', 'one value that fits', all)]
    return withoutData(reading, [
      ...fitting.map(one => ({ ...one, fits: false, issues }) as const),
      ...failing
    ])
  }
  const { finding, data, repairs, extra, dropped } = best
  const { source, truncatedAt } = finding
  // What lies behind a limit might have been the answer, and who declines gives none.
  const isUnsure = reading.reached.size > 0 || declines(reading.text, best)
  const most = ambiguous ? 0.5 : isUnsure ? 0.8 : 1
  const sure = Math.min(scoreOf(best), most)
  // A reading that was taken back afterwards is at best likely; once is enough.
  const isDoubted = finding.standing !== 'example' && isCorrected(reading.text, source.outer.end)
  const score = isDoubted ? Math.min(sure, 0.8) * 0.75 : sure
  return {
    kind: 'structured',
    data,
    confidence: confidenceOf(score),
    score: rounded(score),
    source,
    repairs,
    alternatives: others.slice(0, MOST_ALTERNATIVES).map(other => ({
      data: other.data,
      // What was taken is never less likely than what it was taken before.
      score: rounded(Math.min(scoreOf(other), score)),
      source: other.finding.source
    })),
    ambiguous,
    complete: truncatedAt === undefined,
    ...(truncatedAt === undefined ? {} : { truncatedAt }),
    extra,
    dropped,
    flags: flagsOf(reading, best)
  }
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000
}

function withoutData(reading: Reading, failing: readonly Failing[]): Outcome {
  const [closest] = failing.toSorted(byCloseness)
  if (closest === undefined) return { kind: 'passthrough', flags: flagsOf(reading) }
  return {
    kind: 'parse_error',
    issues: closest.issues,
    candidates: failing
      .slice(0, reading.limits.candidates)
      .map(({ finding: { source, value }, issues, repairs }) => ({
        source,
        value,
        issues,
        repairs
      })),
    flags: flagsOf(reading, closest)
  }
}

/** Outside of reasoning, with the fewest complaints, later in the text. */
function byCloseness(one: Failing, other: Failing): number {
  const [left, right] = [one.finding.source, other.finding.source]
  return (
    Number(left.reasoning) - Number(right.reasoning) ||
    one.issues.length - other.issues.length ||
    right.span.start - left.span.start
  )
}

function flagsOf({ text, options, shape, reached }: Reading, one?: Judged): OutcomeFlags {
  // Each provider has its own words: content_filter, SAFETY; length, max_tokens, incomplete.
  const reason = options.finishReason ?? ''
  const refused = /filter|refus|safety|prohibit|guardrail/i.test(reason)
  const cut = /length|max|limit|exceed|incomplete/i.test(reason)
  const value = one?.finding.value
  const many = one !== undefined && one.repairs.length >= MOST_REPAIRS
  return {
    refusal: refused || declines(text, one),
    empty: text.trim() === '',
    silentFailure:
      isObject(value) &&
      Object.keys(value).length === 0 &&
      branchesOf(shape).some(one => one.kind === 'object' && one.properties.length > 0),
    truncated: cut || one?.finding.truncatedAt !== undefined,
    limits: many ? [...reached, 'repairs'] : [...reached]
  }
}

/** Says whether an agent declines, around data that says nothing if there is any. */
function declines(text: string, one: Judged | undefined): boolean {
  const { source, value } = one?.finding ?? {}
  if (source === undefined || value === undefined) return soundsLikeRefusal(text)
  const { start, end } = source.outer
  return saysNothing(value) && [text.slice(0, start), text.slice(end)].some(soundsLikeRefusal)
}
