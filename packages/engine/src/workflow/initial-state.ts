import type { Workflow } from './define-workflow.ts'
import { mergeData } from './merge-data.ts'
import { deeperThan, deepest, isRecord, plainJson } from './plain-json.ts'
import { estimateProgress } from './progress.ts'
import type { ConversationState, Provenance } from './state.ts'
import { validFields } from './valid-fields.ts'

/**
 * The state before the first turn.
 *
 * @param seed what a client would like to begin with: a step counts when it is declared, a field
 *   when its schema accepts it; the rest is ignored
 */
export const initialState = (
  workflow: Workflow,
  seed: { step?: string; data?: Record<string, unknown> }
): ConversationState => {
  const step = workflow.steps.find(({ id }) => id === seed.step) ?? workflow.steps[0]
  const origin: Provenance = { origin: 'user', surface: null, turn: 1 }
  const collected = mergeData(
    workflow,
    { data: {}, provenance: {} },
    validFields(workflow, seeded(seed.data)).data,
    origin
  )
  return {
    status: 'active',
    result: null,
    step: step?.id ?? 'start',
    phase: step?.phase ?? null,
    ...collected,
    progress: step?.progress ?? estimateProgress(workflow, collected.data),
    progressEstimated: step?.progress === undefined && workflow.data !== null,
    turnCount: 0,
    lastAction: null,
    lastRecommendation: null,
    suggestedInputs: null,
    mode: workflow.data === null ? 'passthrough' : 'structured',
    parseErrors: 0,
    missing: [],
    openCards: [],
    consumedCards: []
  }
}

const seeded = (data: unknown): Record<string, unknown> => {
  const seed = isRecord(data) && !deeperThan(data, deepest) ? plainJson(data) : null
  return isRecord(seed) ? seed : {}
}
