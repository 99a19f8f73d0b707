import {
  type Candidate,
  type Confidence,
  type JsonSchema,
  locate,
  type Mode,
  type Outcome,
  type OutcomeFlags,
  type ParseIssue,
  type ParseOptions,
  type Pick,
  parseReply,
  type Repair,
  type Source,
  type Span,
  type StructuredOutcome
} from '@turnwise/parse'
import { type Excerpt, firstOf, jsonExcerpt, jsonLine, type Shown } from './excerpt.ts'
import { formatPath } from './format-path.ts'

/** What the worker is given: a case whose schema was read. */
export type Question = {
  readonly text: string
  readonly schema: JsonSchema | undefined
  readonly mode: Mode
  readonly pick: Pick
  readonly strict: boolean
}

/** A field of the data and where it was written. */
export type Field = {
  readonly path: string
  readonly value: string
  readonly span: Span | undefined
}

/** Another place of the text that fits, or that was tried in vain. */
export type Other = {
  readonly source: Source
  readonly value: Excerpt
  /** Undefined for a candidate that does not fit. */
  readonly score: number | undefined
  readonly issues: Shown<ParseIssue>
}

/** A value that was written and is not part of the data. */
export type LeftOut = {
  readonly path: string
  readonly value: string
  readonly why: string
}

/** An outcome in the size of a page: what is large is cut, and says so. */
export type Reading = {
  readonly kind: Outcome['kind']
  readonly flags: OutcomeFlags
  readonly milliseconds: number
  readonly accepted: Accepted | undefined
  readonly repairs: Shown<Repair>
  readonly issues: Shown<ParseIssue>
  readonly others: Shown<Other>
}

/** What only data that fits has. */
export type Accepted = {
  readonly data: Excerpt
  readonly confidence: Confidence
  readonly score: number
  readonly source: Source
  readonly ambiguous: boolean
  readonly truncatedAt: number | undefined
  readonly fields: readonly Field[]
  readonly leftOut: Shown<LeftOut>
}

const MOST_REPAIRS = 500
const MOST_OTHERS = 26
const MOST_ISSUES = 100
const MOST_FIELDS = 40
// Each field is looked up by reading its source again.
const LOCATED = 65_536

export const optionsOf = ({ schema, mode, pick, strict }: Question): ParseOptions => ({
  ...(schema === undefined ? {} : { schema }),
  mode,
  pick,
  strict
})

/** Reads a reply as any program would, and prepares what came out for the page. */
export function read(question: Question): Reading {
  const options = optionsOf(question)
  const started = performance.now()
  const outcome = parseReply(question.text, options)
  const milliseconds = performance.now() - started
  const none: Shown<never> = { items: [], total: 0 }
  const base = { kind: outcome.kind, flags: outcome.flags, milliseconds, accepted: undefined }
  if (outcome.kind === 'passthrough') return { ...base, repairs: none, issues: none, others: none }
  if (outcome.kind === 'parse_error') {
    const [first] = outcome.candidates
    return {
      ...base,
      repairs: firstOf(first?.repairs ?? [], MOST_REPAIRS, repair => repair),
      issues: firstOf(outcome.issues, MOST_ISSUES, issue => issue),
      others: firstOf(outcome.candidates, MOST_OTHERS, candidate)
    }
  }
  return {
    ...base,
    accepted: accepted(question.text, outcome),
    repairs: firstOf(outcome.repairs, MOST_REPAIRS, repair => repair),
    issues: none,
    others: firstOf(outcome.alternatives, MOST_OTHERS, ({ data, score, source }) => ({
      source,
      score,
      value: jsonExcerpt(data, 2_000),
      issues: none
    }))
  }
}

const candidate = ({ source, value, issues }: Candidate): Other => ({
  source,
  score: undefined,
  value: jsonExcerpt(value, 2_000),
  issues: firstOf(issues, 10, issue => issue)
})

function accepted(text: string, outcome: StructuredOutcome): Accepted {
  const { confidence, score, source, ambiguous, truncatedAt } = outcome
  const leftOut: LeftOut[] = [
    ...outcome.dropped.map(({ path, value, reason }) => ({
      path: formatPath(path),
      value: jsonLine(value),
      why: reason
    })),
    ...outcome.extra.map(({ path, value }) => ({
      path: formatPath(path),
      value: jsonLine(value),
      why: 'the schema has no such key'
    }))
  ]
  return {
    data: jsonExcerpt(outcome.data, undefined, 2),
    confidence,
    score,
    source,
    ambiguous,
    truncatedAt,
    fields: fieldsOf(text, outcome),
    leftOut: firstOf(leftOut, MOST_ISSUES, item => item)
  }
}

function fieldsOf(text: string, outcome: StructuredOutcome): Field[] {
  const { data, source } = outcome
  if (typeof data !== 'object' || data === null) return []
  if (source.span.end - source.span.start > LOCATED) return []
  const list = Array.isArray(data)
  return Object.entries(data)
    .slice(0, MOST_FIELDS)
    .map(([key, value]) => {
      const path = [list ? Number(key) : key]
      return {
        path: formatPath(path),
        value: jsonLine(value, 80),
        span: locate(text, outcome, path)
      }
    })
}
