import type { Place } from './judge.ts'
import { placeOf } from './judge.ts'
import { advance, begin, takes } from './machine/run-machine.ts'
import { factsOf } from './readiness.ts'
import type { ConversationState, Visit } from './state.ts'
import type { ReservedEvent, Workflow } from './workflow.ts'

const pathLimit = 100

/** Puts a conversation where it now stands, and writes down a step that was entered. */
export const arrive = (
  workflow: Workflow,
  state: ConversationState,
  place: Place,
  phase: string | null,
  why: Pick<Visit, 'turn' | 'cause'>
): ConversationState => {
  const named = workflow.steps.find(({ id }) => id === place.step)
  const stays = place.step === state.step
  const shown = phase ?? named?.phase ?? (stays ? state.phase : null)
  const visit: Visit = { step: place.step, phase: shown, ...why }
  return {
    ...state,
    ...place,
    phase: shown,
    path: stays ? state.path : [...state.path, visit].slice(-pathLimit)
  }
}

/**
 * Tells a workflow of what the user did on its card, or that the time of a step has passed.
 *
 * A machine decides by itself what that means, and may pass over it. Without one a user who declines
 * and a time that has passed end the conversation.
 */
export const notify = (
  workflow: Workflow,
  state: ConversationState,
  type: ReservedEvent,
  why: Pick<Visit, 'turn' | 'cause'>
): ConversationState => {
  const { machine } = workflow
  if (machine === null) {
    const cancelled = { status: 'completed', result: 'cancelled' } as const
    return type === 'CONFIRMED' ? state : { ...state, ...cancelled }
  }
  const event = { type, ...factsOf(workflow, state) }
  const at = state.machine ?? {}
  if (!takes(machine, at, event)) return state
  return arrive(workflow, state, placeOf(workflow, advance(machine, at, event)), null, why)
}

/** Opens a completed conversation again; a machine begins anew, with what is collected. */
export const reopened = (
  workflow: Workflow,
  state: ConversationState,
  turn: number
): ConversationState => {
  const open = { ...state, status: 'active', result: null, deadline: null } as const
  if (workflow.machine === null) return open
  const place = placeOf(workflow, begin(workflow.machine))
  return arrive(workflow, open, place, null, { turn, cause: 'user' })
}
