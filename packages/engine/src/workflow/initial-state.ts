import type { Workflow } from './define-workflow.ts'
import { mergeData } from './merge-data.ts'
import type { ConversationState, Provenance } from './state.ts'

/** The state before the first turn; a client's seed counts only where the schema accepts it. */
export const initialState = (
  workflow: Workflow,
  seed: { step?: string; data?: Record<string, unknown> }
): ConversationState => {
  const first = workflow.steps[0]
  const step = workflow.steps.find(({ id }) => id === seed.step) ?? first
  const seeded = workflow.data?.partial.safeParse(seed.data ?? {})
  const origin: Provenance = { origin: 'user', surface: null, turn: 1 }
  const merged = mergeData(
    workflow,
    { data: {}, provenance: {} },
    (seeded?.success ? seeded.data : {}) as Record<string, unknown>,
    origin
  )
  return {
    status: 'active',
    result: null,
    step: step?.id ?? 'start',
    phase: step?.phase ?? null,
    ...merged,
    progress: workflow.data === null ? null : 0,
    progressEstimated: workflow.data !== null,
    turnCount: 0,
    lastAction: null,
    lastRecommendation: null,
    suggestedInputs: null,
    mode: workflow.data === null ? 'passthrough' : 'structured',
    missing: [],
    openCards: [],
    consumedCards: []
  }
}
