import { z } from 'zod'
import { suggestedInputs } from '../contract/suggested-inputs.ts'

/** Where a conversation's workflow stands. */
export const workflowState = z
  .object({
    workflowId: z.string(),
    version: z.number().int(),
    status: z.enum(['active', 'completed', 'error']),
    step: z.string(),
    currentPhase: z.string().nullable(),
    collectedData: z.record(z.string(), z.unknown()),
    /** 0–1; `progressEstimated` is true when it was counted from filled fields. */
    progress: z.number().min(0).max(1).nullable(),
    progressEstimated: z.boolean(),
    /** Turns of the user; the greeting is none. */
    turnCount: z.number().int().min(0),
    lastRecommendation: z.string().nullable(),
    mode: z.enum(['structured', 'passthrough']),
    suggestedInputs: suggestedInputs.nullable(),
    result: z.enum(['success', 'cancelled', 'failed', 'handed-off']).nullable()
  })
  .meta({ id: 'WorkflowState' })
export type WorkflowState = z.infer<typeof workflowState>
