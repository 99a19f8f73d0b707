import { type Outcome, parseReply, type Source, textWithoutData } from '@turnwise/parse'
import { envelopeKeys, type ParseReport } from '@turnwise/schema'
import { deeperThan, deepest, isRecord, plainJson } from '../../workflow/plain-json.ts'
import { expectedData } from './expected-data.ts'
import { type Attempt, nothing, type SurfaceReader } from './reading.ts'

/** Behind one of these, as it was written or escaped, stands every object that is read out of text. */
const opening = /[{[`~<"&]/

/** Whether an object can stand in a text at all: mostly an agent just talks. */
export const mayHoldObject = (text: string): boolean => opening.test(text)

/** JSON an agent wrote into its text: fenced, bare, or what is left of it. */
export const readText: SurfaceReader = ({ text }, workflow) => {
  if (text === '') return nothing
  const outcome = parseReply(text, { schema: expectedData(workflow) })
  const report = reportOf(outcome)
  const attempts = attemptsIn(outcome, text, report).filter(
    ({ value }) => workflow.data !== null || steers(value)
  )
  return { attempts, report }
}

const attemptsIn = (outcome: Outcome, text: string, report: ParseReport): Attempt[] => {
  const read = (
    value: unknown,
    source: Source,
    sure: Pick<Attempt, 'confidence' | 'score'>
  ): Attempt[] =>
    // What a workflow collects is an object, so nothing else was meant as data: not `[1]`.
    !isRecord(value) || deeperThan(value, deepest) || source.reasoning || !json.has(source.form)
      ? []
      : [{ value: plainJson(value), ...sure, report, remainingText: textWithoutData(text, source) }]
  if (outcome.kind === 'passthrough') return []
  if (outcome.kind === 'parse_error')
    return outcome.candidates
      .toReversed()
      .flatMap(({ value, source }) => read(value, source, { confidence: 'low', score: 0 }))
  const { confidence } = outcome
  return [outcome, ...outcome.alternatives].flatMap(({ data, source, score }) =>
    read(data, source, { confidence, score })
  )
}

/** Lists and tables in prose are for people: they are shown and not read. */
const json = new Set<Source['form']>(['document', 'fence', 'inline_code', 'tool_call', 'bare'])

/**
 * Where nothing is collected, text is the agent's own words and shown as it is, examples of JSON
 * included, unless it can only be meant for the workflow.
 */
const steers = (value: unknown): boolean =>
  isRecord(value) &&
  envelopeKeys.action.safeParse(value.action).success &&
  Object.keys(value).every(name => Object.hasOwn(envelopeKeys, name))

const mostRepairs = 100

/** The outcome without the data and the candidates: those are in the reply itself. */
const reportOf = (outcome: Outcome): ParseReport => {
  if (outcome.kind !== 'structured') return { kind: outcome.kind, flags: outcome.flags }
  const { kind, source, ambiguous, complete, truncatedAt, flags } = outcome
  const repairs = outcome.repairs.slice(0, mostRepairs)
  const report = { kind, source, repairs, ambiguous, complete, flags }
  return truncatedAt === undefined ? report : { ...report, truncatedAt }
}
