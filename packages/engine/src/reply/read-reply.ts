import type { DisplayMessage, ParsedTurn, ParseProblem, Surface, Trust } from '@turnwise/schema'
import type { Workflow } from '../workflow/define-workflow.ts'
import { readCitations } from './citations.ts'
import type { HeardMessage, HeardReply } from './normalise.ts'
import { readStructured, type Structured } from './read-structured.ts'
import type { ReplyRules } from './rules.ts'
import type { Attempt, SurfaceReader } from './surfaces/attempt.ts'
import { readCard } from './surfaces/card.ts'
import { readEntities } from './surfaces/entities.ts'
import { readText } from './surfaces/text.ts'
import { readValue } from './surfaces/value.ts'

const surfaces: readonly { surface: Surface; trust: Trust; read: SurfaceReader }[] = [
  { surface: 'value', trust: 'high', read: readValue },
  { surface: 'entities', trust: 'medium', read: readEntities },
  { surface: 'card', trust: 'medium', read: readCard },
  { surface: 'text', trust: 'low', read: readText }
]

type Found = {
  surface: Surface
  trust: Trust
  message: HeardMessage
  attempt: Attempt
  structured: Structured
}

/**
 * Reads what a reply says to the user and to the workflow: surfaces in order of trust, on each the
 * later message first. A surface that fails is recorded and the next one is tried. Never throws.
 */
export const readReply = (reply: HeardReply, workflow: Workflow, rules: ReplyRules): ParsedTurn => {
  const problems: ParseProblem[] = []
  let tried: Attempt | null = null
  for (const { surface, trust, read } of surfaces)
    for (const message of reply.messages.toReversed()) {
      const attempt = read(message, workflow)
      if (attempt === null) continue
      const structured = readStructured(attempt.value, workflow, surface)
      const place = { surface, activity: message.activity.index }
      problems.push(...structured.problems.map(problem => ({ ...place, ...problem })))
      if ('envelope' in structured)
        return structuredTurn(
          reply,
          { surface, trust: workflow.data === null ? 'low' : trust, message, attempt, structured },
          problems,
          rules
        )
      tried = attempt
    }
  return plainTurn(reply, tried, problems)
}

const structuredTurn = (
  reply: HeardReply,
  found: Found,
  problems: readonly ParseProblem[],
  rules: ReplyRules
): ParsedTurn => {
  const { envelope, data, action } = found.structured
  const { citations, bad } = readCitations(envelope.citations ?? [], rules)
  const place = { surface: found.surface, activity: found.message.activity.index }
  return {
    kind: 'structured',
    data,
    nextAction: action,
    nextPrompt: envelope.prompt ?? null,
    displayMessages: reply.messages.flatMap(message =>
      message === found.message ? spoken(found, citations) : message.parts
    ),
    surface: found.surface,
    trust: found.trust,
    confidence: found.attempt.confidence,
    score: found.attempt.score,
    agentConfidence: envelope.confidence ?? null,
    step: envelope.step ?? null,
    phase: envelope.phase ?? null,
    progress: envelope.progress ?? null,
    suggestedInputs: envelope.suggestedInputs ?? null,
    citations: [...citations, ...reply.messages.flatMap(({ parts }) => citationsOf(parts))],
    parseErrors: [
      ...reply.problems,
      ...problems,
      ...bad.map(({ index, reason }) => ({
        ...place,
        path: `/citations/${index}`,
        rule: 'citation',
        expected: 'a name and a safe link',
        got: reason
      }))
    ],
    report: found.attempt.report
  }
}

/** The message that held the data: its prompt, or its text without the data, then whatever else it held. */
const spoken = (found: Found, citations: DisplayMessage['citations']): DisplayMessage[] => {
  const [first] = found.message.parts
  const said = first?.kind === 'text' ? first : null
  const text =
    found.structured.envelope.prompt?.toWellFormed() ??
    found.attempt.remainingText ??
    said?.text ??
    ''
  const rest = said === null ? found.message.parts : found.message.parts.slice(1)
  if (text === '') return [...rest]
  const shown: DisplayMessage = {
    kind: 'text',
    text,
    citations: [...(said?.citations ?? []), ...citations],
    suggestedActions: said?.suggestedActions ?? []
  }
  return [shown, ...rest]
}

const plainTurn = (
  reply: HeardReply,
  tried: Attempt | null,
  problems: readonly ParseProblem[]
): ParsedTurn => ({
  kind: tried === null ? 'passthrough' : 'parse_error',
  data: null,
  nextAction: null,
  nextPrompt: null,
  displayMessages: reply.messages.flatMap(({ parts }) => parts),
  surface: null,
  trust: 'low',
  confidence: 'low',
  score: 0,
  agentConfidence: null,
  step: null,
  phase: null,
  progress: null,
  suggestedInputs: null,
  citations: reply.messages.flatMap(({ parts }) => citationsOf(parts)),
  parseErrors: [...reply.problems, ...problems],
  report: tried?.report ?? null
})

const citationsOf = (parts: readonly DisplayMessage[]): ParsedTurn['citations'] =>
  parts.flatMap(part => part.citations)
