import { type NextAction, nextAction, type ParsedTurn } from '@turnwise/schema'
import { takes } from './machine/run-machine.ts'
import { factsOf } from './readiness.ts'
import type { ConversationState } from './state.ts'
import type { Workflow } from './workflow.ts'

/** The actions that a machine would take from the agent now; null where none guards. */
export const allowedActions = (
  workflow: Workflow,
  state: ConversationState
): readonly NextAction[] | null => {
  const { machine } = workflow
  if (machine === null) return null
  if (state.status === 'completed') return []
  const facts = factsOf(workflow, state)
  return nextAction.options.filter(action => {
    try {
      const event = workflow.signal({ ...saysNothing, nextAction: action }, facts)
      return event !== null && takes(machine, state.machine ?? {}, { ...event, ...facts })
    } catch {
      // A signal that needs more of a reply than its action has nothing to tell beforehand.
      return false
    }
  })
}

const saysNothing: ParsedTurn = {
  kind: 'structured',
  data: {},
  nextAction: null,
  nextPrompt: null,
  displayMessages: [],
  surface: 'value',
  trust: 'high',
  confidence: 'high',
  score: 1,
  agentConfidence: null,
  step: null,
  phase: null,
  progress: null,
  suggestedInputs: null,
  citations: [],
  parseErrors: [],
  report: null
}
