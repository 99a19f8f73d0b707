import { splitSystem } from '@turnwise/schema'
import { buildQuery } from '../context/build-query.ts'
import { contractText } from '../context/contract-text.ts'
import { readHistory } from '../context/history.ts'
import { nextActions } from '../context/next-actions.ts'
import type { ChannelInput } from '../ports/channel.ts'
import type { ConversationState } from '../workflow/state.ts'
import { toldConstraints } from '../workflow/told-constraints.ts'
import { afterUser } from './after-user.ts'
import { summaryOf } from './card-summary.ts'
import { newNonce } from './identity.ts'
import type { LoadedTurn, Refusal } from './load.ts'
import type { Parts } from './parts.ts'

/** What will be sent: nothing but the opening, or an input with the text that is kept of it. */
export type Question = {
  /** 0 is the question, 1 the first re-ask. */
  ask: number
  /** The far side's conversation id as it is known. */
  ref: string | null
  query: string
} & (
  | { kind: 'start' }
  /** `mode` is set where the channel's first one was too strict. */
  | { kind: 'send'; input: ChannelInput; mode?: string }
)

/** Turns what the user did into what the agent is told, after charging the budget for it. */
export const enrich = async (turn: LoadedTurn, parts: Parts): Promise<Question | Refusal> =>
  (await charge(turn, parts)) ?? writeQuestion(turn, parts)

/** An orphan was charged and asked before. */
const charge = async (turn: LoadedTurn, parts: Parts): Promise<Refusal | null> => {
  if (turn.queries.length > 0 && !turn.marked) return null
  const rest = parts.circuits.closedFor(turn.channel.id, turn.workflow.id)
  if (rest !== null) return leftAlone(rest)
  const { tenant, user } = turn.grant.address
  const charged = await parts.budget.charge({ tenant, user, workflow: turn.workflow.id })
  return charged.allowed
    ? null
    : {
        kind: 'refused',
        retryable: true,
        failure: {
          code: 'ERR_BUDGET_EXCEEDED',
          message: 'The budget for messages is used up for now.',
          details: { retryAfter: charged.retryAfter }
        }
      }
}

/** What an orphan was asked is kept, nonce and all. */
export const writeQuestion = async (
  turn: LoadedTurn,
  parts: Parts
): Promise<Question | Refusal> => {
  const { input, grant } = turn
  const asked = turn.queries[0]
  const first = { ask: 0, ref: grant.head.ref }
  if (input.kind === 'start') return { ...first, kind: 'start', query: '' }
  // The card of the workflow is none that the agent has sent: it is told in words what was pressed.
  if (turn.submit?.confirms === null && turn.channel.capabilities.cards)
    return {
      ...first,
      kind: 'send',
      input: { kind: 'card', value: turn.submit.value },
      query: asked ?? JSON.stringify(turn.submit.value)
    }
  const query = asked ?? (await writeQuery(turn, parts))
  const { maxInput } = turn.channel.capabilities
  if (query.length > maxInput)
    return {
      kind: 'refused',
      retryable: false,
      failure: {
        code: 'ERR_INPUT_TOO_LARGE',
        message: `The agent takes at most ${maxInput} characters with the context.`,
        details: {}
      }
    }
  return { ...first, kind: 'send', input: inputOf(turn, query, parts), query }
}

/** Nothing is sent to an agent that has failed again and again, until it has had some rest. */
const leftAlone = (retryAfter: number): Refusal => ({
  kind: 'refused',
  retryable: true,
  failure: {
    code: 'ERR_CIRCUIT_OPEN',
    message: 'The agent has failed several times in a row. Nothing was sent.',
    details: { retryAfter, sent: false }
  }
})

/** A channel with a system role is told where the workflow stands apart from what the user says. */
const inputOf = ({ channel, workflow }: LoadedTurn, query: string, parts: Parts): ChannelInput => {
  const format = workflow.context.format ?? parts.context.format
  const split =
    format === 'system' && channel.capabilities.system === true ? splitSystem(query) : null
  return split === null
    ? { kind: 'text', text: query }
    : { kind: 'text', text: split.user, system: split.system }
}

const writeQuery = async (turn: LoadedTurn, parts: Parts): Promise<string> => {
  const { workflow, input } = turn
  const state = afterUser(turn)
  const { constraints, ...own } = workflow.context
  const settings = { ...parts.context, ...own }
  const text = input.kind === 'text' ? input.text : summaryOf(turn)
  const built = buildQuery({
    text,
    step: state.step,
    data: byLastChange(state),
    turnNumber: turn.state.turnCount + 1,
    constraints: [
      ...constraints,
      ...toldConstraints(state, turn.number),
      ...(input.kind === 'text' ? input.constraints : [])
    ],
    // Whoever can only propose has to know what.
    allowedActions:
      settings.actions || workflow.machine !== null ? nextActions(workflow, state) : null,
    contract: settings.contract ? contractText(workflow) : null,
    sources: await readSources(turn, parts, text),
    history: await readHistory(turn.grant, settings.history, parts),
    format: settings.format,
    budget: settings.budget,
    count: parts.count,
    tiers: settings.tiers,
    nonce: settings.nonce ? newNonce() : null,
    datamark: settings.datamark
  })
  const { tid } = turn.grant
  const { budget } = settings
  const sections = built.sections.map(({ name, used, dropped }) => ({
    name,
    used,
    dropped: dropped.length
  }))
  parts.observe({ event: 'context-built', tid, tier: built.tier, budget, sections })
  if (built.truncated) {
    const dropped = sections.reduce((sum, section) => sum + section.dropped, 0)
    parts.observe({ event: 'context-truncated', tid, dropped, budget })
  }
  return built.query
}

/** Fields in the order in which the budget gives them up. */
const byLastChange = (state: ConversationState): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(state.data).toSorted(
      ([a], [b]) => (state.provenance[a]?.turn ?? 0) - (state.provenance[b]?.turn ?? 0)
    )
  )

const readSources = async (turn: LoadedTurn, parts: Parts, text: string) => {
  if (parts.sources.length === 0) return []
  const none = new AbortController().signal
  const read = parts.sources.map(async source => {
    const { tenant, user, conversation } = turn.grant.address
    // What is remembered helps, but a turn does not depend on it.
    const section = await source
      .read({ tenant, user, conversation, text, signal: none })
      .catch(() => null)
    return section === null ? [] : [{ name: source.section, text: section }]
  })
  return (await Promise.all(read)).flat()
}
