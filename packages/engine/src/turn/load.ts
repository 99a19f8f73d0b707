import { listActions, mergeSubmit } from '@turnwise/schema'
import { TurnwiseError } from '../errors.ts'
import type { Channel } from '../ports/channel.ts'
import type { Grant } from '../ports/store.ts'
import type { Failure, TurnInput } from '../ports/stored-conversation.ts'
import type { ReplyRules } from '../reply/rules.ts'
import { CONFIRM_ACTIONS, type ConfirmAction } from '../workflow/confirm-card.ts'
import { afterDeadline } from '../workflow/deadline.ts'
import { migrateState } from '../workflow/migrate-state.ts'
import type { ConversationState, OpenCard } from '../workflow/state.ts'
import type { Workflow } from '../workflow/workflow.ts'
import type { Parts } from './parts.ts'

/** A granted turn with everything that decides about it. */
export type LoadedTurn = {
  kind: 'loaded'
  grant: Grant
  workflow: Workflow
  channel: Channel
  state: ConversationState
  input: TurnInput
  /** What the pressed button sends, bound to the stored card. */
  submit: Submit | null
  /** What of the reply may reach a person: the server's rules, narrowed by the workflow. */
  rules: ReplyRules
  /** What the agent has been asked so far, as it was sent. */
  queries: readonly string[]
  /** The first of that was marked with the admission: nothing has been charged or sent yet. */
  marked: boolean
  /** Number the entry will have. */
  number: number
}

/** A pressed button: what it sends, what stood on it, and what it means on the card of the workflow. */
export type Submit = {
  value: Record<string, unknown>
  title: string
  confirms: ConfirmAction | null
}

/** A turn that is not asked, because nothing may be sent. */
export type Refusal = { kind: 'refused'; failure: Failure; retryable: boolean }

/**
 * Finds the workflow of a conversation, moves the state to its version and past its deadline, and
 * checks the input against it.
 *
 * @throws TurnwiseError `ERR_WORKFLOW_UNAVAILABLE` after giving the lease back: retryable on a worker
 *   that has the version, not when the migration to the one that is here fails
 */
export const load = async (grant: Grant, parts: Parts): Promise<LoadedTurn | Refusal> => {
  const { head, record } = grant
  const workflow = parts.workflow({ id: record.workflow.id, version: head.state.version })
  if (workflow === null) {
    await parts.store.release(grant)
    throw new TurnwiseError(
      'ERR_WORKFLOW_UNAVAILABLE',
      `Version ${head.state.version} of workflow ${record.workflow.id} is not loaded here.`,
      { retryable: true, details: { retryAfter: 30 } }
    )
  }
  if (isOver(grant, workflow)) return completed
  return prepareTurn({
    grant,
    workflow,
    channel: parts.channel(record.workflow),
    state: await current(workflow, grant, parts),
    rules: parts.rules
  })
}

const isOver = ({ head, record }: Grant, { reopen }: Workflow): boolean => {
  const asks = record.input.kind === 'text' || record.input.kind === 'card'
  return asks && head.state.status === 'completed' && !reopen
}

/** A turn as its stages see it, or why its input is not taken: a function of what is stored. */
export const prepareTurn = (
  turn: Pick<LoadedTurn, 'grant' | 'workflow' | 'channel' | 'state' | 'rules'>
): LoadedTurn | Refusal => {
  const { grant, workflow } = turn
  if (isOver(grant, workflow)) return completed
  const loaded: LoadedTurn = {
    ...turn,
    kind: 'loaded',
    input: grant.record.input,
    submit: null,
    rules: rulesFor(workflow, turn.rules),
    queries: grant.record.queries,
    marked: false,
    number: grant.base + 1
  }
  return loaded.input.kind === 'card' ? bindCard(loaded, loaded.input) : loaded
}

/** Whether the deadline of the step has ended the conversation before this turn came. */
export const isTooLate = ({ state, grant }: LoadedTurn): boolean =>
  state.status === 'completed' && grant.head.state.status !== 'completed'

/** The stored state as the turn begins, a function of what is stored with the turn. */
const current = async (
  workflow: Workflow,
  grant: Grant,
  parts: Parts
): Promise<ConversationState> => {
  const number = grant.base + 1
  const { head, record, tid } = grant
  let state = head.state
  try {
    state = migrateState(workflow, head.state, number)
  } catch (error) {
    await parts.store.release(grant)
    throw error
  }
  try {
    return afterDeadline(workflow, state, Date.parse(record.admittedAt), number)
  } catch (error) {
    // A machine that breaks on its own deadline would otherwise break on it at every turn.
    parts.observe({ event: 'bug', tid, error })
    return { ...state, status: 'error', deadline: null }
  }
}

/** A submit counts only for a card that was sent, is still open, and offers what was pressed. */
const bindCard = (
  turn: LoadedTurn,
  input: Extract<TurnInput, { kind: 'card' }>
): LoadedTurn | Refusal => {
  if (turn.state.consumedCards.includes(input.cardId))
    return refused('ERR_CARD_CONSUMED', 'This card has been submitted already.')
  const open = turn.state.openCards.find(({ cardId }) => cardId === input.cardId)
  if (open === undefined)
    return refused('ERR_CARD_UNKNOWN', 'This conversation has no such card to submit.')
  const merged = mergeSubmit(open.card, input.actionId ?? undefined, input.inputs)
  if (!merged.ok)
    return refused('ERR_CARD_INPUT_INVALID', 'The card cannot be submitted like this.', {
      issues: merged.issues
    })
  const own = turn.state.confirmation?.cardId === input.cardId
  const confirms = own ? (CONFIRM_ACTIONS.find(action => action === input.actionId) ?? null) : null
  return {
    ...turn,
    submit: { value: merged.value, title: titleOf(open, input.actionId), confirms }
  }
}

/** What stands on the button that was pressed; without an id it is the only one that sends. */
const titleOf = ({ card }: OpenCard, actionId: string | null): string => {
  const sending = listActions(card).filter(({ type }) => type === 'submit' || type === 'execute')
  const pressed = sending.find(action => actionId === null || action.actionId === actionId)
  return pressed?.title || 'Submitted'
}

const rulesFor = (workflow: Workflow, rules: ReplyRules): ReplyRules => {
  const { allowedActions } = rules
  if (workflow.cardActions === null) return rules
  const both = workflow.cardActions.filter(action => allowedActions?.includes(action) ?? true)
  return { ...rules, allowedActions: both }
}

const refused = (
  code: Failure['code'],
  message: string,
  details: Failure['details'] = {}
): Refusal => ({ kind: 'refused', failure: { code, message, details }, retryable: false })

const completed = refused(
  'ERR_CONVERSATION_COMPLETED',
  'This conversation is completed. Start a new one to go on.'
)
