import type {
  DisplayMessage,
  ParsedTurn,
  ParseProblem,
  ParseReport,
  Surface,
  Trust
} from '@turnwise/schema'
import type { Workflow } from '../workflow/workflow.ts'
import { readCitations } from './citations.ts'
import { displayed } from './display.ts'
import type { HeardMessage, HeardReply } from './heard-reply.ts'
import type { Problem } from './problem.ts'
import { readStructured, type Structured } from './read-structured.ts'
import type { ReplyRules } from './rules.ts'
import { readCard } from './surfaces/card.ts'
import { readEntities } from './surfaces/entities.ts'
import type { Attempt, SurfaceReader } from './surfaces/reading.ts'
import { mayHoldObject, readText } from './surfaces/text.ts'
import { readValue } from './surfaces/value.ts'

const surfaces: readonly { surface: Surface; trust: Trust; read: SurfaceReader }[] = [
  { surface: 'value', trust: 'high', read: readValue },
  { surface: 'entities', trust: 'medium', read: readEntities },
  { surface: 'card', trust: 'medium', read: readCard },
  { surface: 'text', trust: 'low', read: readText }
]

/** A value that was meant as data and does not fit, with what is wrong with it. */
export type Misfit = { value: unknown; problems: readonly Problem[] }

/** A reply, read. */
export type ReadReply = { parsed: ParsedTurn; misfit: Misfit | null }

type Found = {
  surface: Surface
  trust: Trust
  message: HeardMessage
  attempt: Attempt
  structured: Structured
}

/** What the search for data came to: what was found, or whether anything was tried. */
type Search = {
  found: Found | null
  tried: boolean
  /** What did not fit: fields of what was found, else the value that is trusted most. */
  misfit: Misfit | null
  problems: readonly ParseProblem[]
  report: ParseReport | null
}

/**
 * Reads what a reply says to the user and to the workflow. Never throws.
 *
 * Surfaces are tried in order of trust, on each the later message first; one that fails is recorded
 * and the next one is tried.
 */
export const readReply = (reply: HeardReply, workflow: Workflow, rules: ReplyRules): ReadReply => {
  const search = findStructured(reply, workflow)
  const { found, problems, misfit } = search
  const parsed =
    found === null
      ? plainTurn(reply, search)
      : structuredTurn(reply, found, problems, workflow, rules)
  return { parsed, misfit }
}

const findStructured = (reply: HeardReply, workflow: Workflow): Search => {
  const problems: ParseProblem[] = []
  const messages = reply.messages.filter(({ activity }) => activity.type === 'message')
  let report: ParseReport | null = null
  let tried = false
  let misfit: Misfit | null = null
  for (const { surface, trust, read } of surfaces)
    for (const message of messages.toReversed()) {
      const reading = read(message, workflow)
      report ??= reading.report
      for (const attempt of reading.attempts) {
        tried = true
        const structured = readStructured(attempt.value, workflow)
        const place = { surface, activity: message.activity.index }
        problems.push(...structured.problems.map(problem => ({ ...place, ...problem })))
        if ('envelope' in structured) {
          const refused = structured.problems.filter(({ rule }) => rule === 'schema')
          return {
            found: { surface, trust, message, attempt, structured },
            tried,
            misfit: refused.length === 0 ? null : { value: attempt.value, problems: refused },
            problems,
            report: attempt.report
          }
        }
        misfit ??= { value: attempt.value, problems: structured.problems }
      }
    }
  return { found: null, tried, misfit, problems, report }
}

const structuredTurn = (
  reply: HeardReply,
  found: Found,
  problems: readonly ParseProblem[],
  workflow: Workflow,
  rules: ReplyRules
): ParsedTurn => {
  const { attempt, surface, message } = found
  const { envelope, data, action } = found.structured
  const named = readCitations(envelope.citations ?? [], rules)
  const place = { surface, activity: message.activity.index }
  return {
    kind: 'structured',
    data,
    nextAction: action,
    nextPrompt: envelope.prompt ?? null,
    displayMessages: reply.messages.flatMap(heard => {
      if (heard !== message) return displayed(heard, withoutData(heard, workflow))
      const rest = attempt.remainingText ?? withoutData(heard, workflow)
      return displayed(heard, envelope.prompt ?? rest, named.citations)
    }),
    surface,
    trust: workflow.data === null ? 'low' : found.trust,
    confidence: attempt.confidence,
    score: attempt.score,
    agentConfidence: envelope.confidence ?? null,
    step: envelope.step ?? null,
    phase: envelope.phase ?? null,
    progress: envelope.progress ?? null,
    suggestedInputs: envelope.suggestedInputs ?? null,
    citations: [...named.citations, ...citationsOf(reply)],
    parseErrors: [
      ...reply.problems,
      ...problems,
      ...named.problems.map(problem => ({ ...place, ...problem }))
    ],
    report: attempt.report
  }
}

/** A message's text without the data in it, if there is any: people are not shown both. */
const withoutData = (message: HeardMessage, workflow: Workflow): string => {
  if (!mayHoldObject(message.text)) return message.text
  const meant = readText(message, workflow).attempts.find(
    ({ value }) => 'envelope' in readStructured(value, workflow)
  )
  return meant?.remainingText ?? message.text
}

const plainTurn = (reply: HeardReply, { tried, problems, report }: Search): ParsedTurn => ({
  kind: tried ? 'parse_error' : 'passthrough',
  data: null,
  nextAction: null,
  nextPrompt: null,
  displayMessages: reply.messages.flatMap((message): DisplayMessage[] => displayed(message)),
  surface: null,
  trust: 'low',
  confidence: 'low',
  score: 0,
  agentConfidence: null,
  step: null,
  phase: null,
  progress: null,
  suggestedInputs: null,
  citations: citationsOf(reply),
  parseErrors: [...reply.problems, ...problems],
  report
})

const citationsOf = ({ messages }: HeardReply): ParsedTurn['citations'] =>
  messages.flatMap(({ citations }) => citations)
