import { notify } from './move.ts'
import type { ConversationState } from './state.ts'
import type { Workflow } from './workflow.ts'

/** Whether a step has lasted too long at a time, in milliseconds since the epoch. */
export const isDue = ({ deadline }: Pick<ConversationState, 'deadline'>, at: number): boolean =>
  deadline !== null && Date.parse(deadline.at) <= at

/**
 * The state with a deadline that has passed acted upon.
 *
 * Nothing runs between turns: the deadline is part of the state, the next turn begins by looking at
 * it, and a read only shows where that will lead.
 *
 * @param at a time that is stored with the turn, so that a replay comes to the same
 */
export const afterDeadline = (
  workflow: Workflow,
  state: ConversationState,
  at: number,
  turn: number
): ConversationState =>
  state.status === 'active' && isDue(state, at)
    ? { ...notify(workflow, state, 'TIMEOUT', { turn, cause: 'deadline' }), deadline: null }
    : state

/** The deadline of a step that was entered; one that still runs goes on. */
export const deadlineOf = (
  workflow: Workflow,
  { status, step, deadline }: ConversationState,
  at: string
): ConversationState['deadline'] => {
  const most = workflow.deadlines.get(step)
  if (status !== 'active' || most === undefined) return null
  if (deadline?.step === step) return deadline
  return { step, at: new Date(Date.parse(at) + most).toISOString() }
}
