import { listActions, mergeSubmit } from '@turnwise/schema'
import { TurnwiseError } from '../errors.ts'
import type { Channel } from '../ports/channel.ts'
import type { Grant } from '../ports/store.ts'
import type { Failure, TurnInput } from '../ports/stored-conversation.ts'
import type { ReplyRules } from '../reply/rules.ts'
import type { Workflow } from '../workflow/define-workflow.ts'
import type { ConversationState, OpenCard } from '../workflow/state.ts'
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
  submit: { value: Record<string, unknown>; title: string } | null
  /** What of the reply may reach a person: the server's rules, narrowed by the workflow. */
  rules: ReplyRules
  /** What the agent has been asked so far, as it was sent. */
  queries: readonly string[]
  /** Number the entry will have. */
  number: number
}

/** A turn that is not asked, because nothing may be sent. */
export type Refusal = { kind: 'refused'; failure: Failure; retryable: boolean }

/**
 * Finds the workflow at the conversation's version and checks the input against the stored state.
 *
 * @throws TurnwiseError `ERR_WORKFLOW_UNAVAILABLE` (retryable, on a worker that has it) after giving the
 *   lease back
 */
export const load = async (grant: Grant, parts: Parts): Promise<LoadedTurn | Refusal> => {
  const { head, record } = grant
  const workflow = parts.workflow(record.workflow)
  if (workflow === null) {
    await parts.store.release(grant)
    throw new TurnwiseError(
      'ERR_WORKFLOW_UNAVAILABLE',
      `Version ${record.workflow.version} of workflow ${record.workflow.id} is not loaded here.`,
      { retryable: true, details: { retryAfter: 30 } }
    )
  }
  const turn: LoadedTurn = {
    kind: 'loaded',
    grant,
    workflow,
    channel: parts.channel(record.workflow),
    state: head.state,
    input: record.input,
    submit: null,
    rules: rulesFor(workflow, parts.rules),
    queries: record.queries,
    number: grant.base + 1
  }
  if (record.input.kind !== 'start' && head.state.status === 'completed' && !workflow.reopen)
    return refused(
      'ERR_CONVERSATION_COMPLETED',
      'This conversation is completed. Start a new one to go on.'
    )
  return record.input.kind === 'card' ? bindCard(turn, record.input) : turn
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
  return merged.ok
    ? { ...turn, submit: { value: merged.value, title: titleOf(open, input.actionId) } }
    : refused('ERR_CARD_INPUT_INVALID', 'The card cannot be submitted like this.', {
        issues: merged.issues
      })
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
