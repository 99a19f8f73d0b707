import { type Outcome, parseReply, textWithoutData } from '@turnwise/parse'
import type { ParseReport } from '@turnwise/schema'
import { z } from 'zod'
import type { Workflow } from '../../workflow/define-workflow.ts'
import { textOf } from '../activity.ts'
import { asGiven, type SurfaceReader } from './attempt.ts'

/** Data an agent wrote into its text: fenced, bare, or what is left of it. */
export const readText: SurfaceReader = ({ activity }, workflow) => {
  const text = textOf(activity)
  if (text === '') return null
  const outcome = parseReply(text, { schema: expectedIn(workflow) })
  if (outcome.kind === 'passthrough') return null
  if (outcome.kind === 'parse_error')
    return {
      ...asGiven(outcome.candidates.at(-1)?.value),
      confidence: 'low',
      score: 0,
      report: reportOf(outcome)
    }
  return {
    value: outcome.data,
    confidence: outcome.confidence,
    score: outcome.score,
    report: reportOf(outcome),
    remainingText: textWithoutData(text, outcome.source)
  }
}

const expected = new WeakMap<Workflow, Record<string, unknown>>()

/**
 * What the reader of text should look for. Only types: whether a value counts is decided afterwards,
 * the same way for every surface, so that one bad key does not hide the others.
 */
const expectedIn = (workflow: Workflow): Record<string, unknown> => {
  const known = expected.get(workflow)
  if (known !== undefined) return known
  const data =
    workflow.data === null
      ? {}
      : (z.toJSONSchema(workflow.data.partial, { io: 'input', unrepresentable: 'any' })
          .properties ?? {})
  const schema = {
    type: 'object',
    properties: {
      ...data,
      action: {},
      prompt: {},
      data: { type: 'object', properties: data, additionalProperties: true },
      confidence: {},
      citations: {},
      step: {},
      phase: {},
      progress: {},
      suggestedInputs: {}
    },
    additionalProperties: true
  }
  expected.set(workflow, schema)
  return schema
}

/** The outcome without the data and the candidates: those are in the reply itself. */
const reportOf = (outcome: Outcome): ParseReport => {
  if (outcome.kind !== 'structured') return { kind: outcome.kind, flags: outcome.flags }
  const { kind, source, repairs, ambiguous, complete, truncatedAt, flags } = outcome
  const report = { kind, source, repairs, ambiguous, complete, flags }
  return truncatedAt === undefined ? report : { ...report, truncatedAt }
}
