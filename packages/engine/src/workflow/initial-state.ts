import { allowedActions } from './allowed-actions.ts'
import { begin } from './machine/run-machine.ts'
import { mergeData } from './merge-data.ts'
import { deeperThan, deepest, isRecord, plainJson } from './plain-json.ts'
import { estimateProgress } from './progress.ts'
import type { ConversationState, Provenance } from './state.ts'
import { validFields } from './valid-fields.ts'
import type { Workflow } from './workflow.ts'

/**
 * The state before the first turn.
 *
 * @param seed what a client would like to begin with: a step counts when it is declared and no
 *   machine guards, a field when its schema accepts it; the rest is ignored
 */
export const initialState = (
  workflow: Workflow,
  seed: { step?: string; data?: Record<string, unknown> }
): ConversationState => {
  const machine = workflow.machine === null ? null : begin(workflow.machine)
  const wanted = machine?.step ?? seed.step
  const named = workflow.steps.find(({ id }) => id === wanted)
  const step = machine === null ? (named ?? workflow.steps[0]) : named
  const id = machine?.step ?? step?.id ?? 'start'
  const phase = step?.phase ?? null
  const origin: Provenance = { origin: 'user', surface: null, turn: 1 }
  const { data, provenance } = mergeData(
    workflow,
    { data: {}, provenance: {} },
    validFields(workflow, seeded(seed.data)).data,
    origin
  )
  const state: ConversationState = {
    version: workflow.version,
    status: 'active',
    result: null,
    step: id,
    phase,
    path: [{ step: id, phase, turn: 1, cause: 'start' }],
    machine: machine?.snapshot ?? null,
    allowed: null,
    refused: null,
    deadline: null,
    data,
    provenance,
    contradictions: [],
    progress: step?.progress ?? estimateProgress(workflow, data),
    progressEstimated: step?.progress === undefined && workflow.data !== null,
    turnCount: 0,
    lastAction: null,
    lastRecommendation: null,
    suggestedInputs: null,
    mode: workflow.data === null ? 'passthrough' : 'structured',
    parseErrors: 0,
    missing: [],
    confirmation: null,
    openCards: [],
    consumedCards: []
  }
  return { ...state, allowed: allowedActions(workflow, state) }
}

const seeded = (data: unknown): Record<string, unknown> => {
  const seed = isRecord(data) && !deeperThan(data, deepest) ? plainJson(data) : null
  return isRecord(seed) ? seed : {}
}
