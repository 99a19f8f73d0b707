import { z } from 'zod'
import { suggestedInputs } from '../contract/suggested-inputs.ts'

/** Where a value came from; `turn` is the number of the entry that set it last. */
const provenance = z.object({
  origin: z.enum(['user', 'agent', 'card', 'system']),
  surface: z.enum(['value', 'entities', 'card', 'text']).nullable(),
  turn: z.number().int()
})

const claim = provenance.extend({ value: z.unknown() })

/** A step that was entered, in which turn and because of whom. */
const visit = z.object({
  step: z.string(),
  phase: z.string().nullable(),
  turn: z.number().int(),
  cause: z.enum(['start', 'agent', 'user', 'deadline', 'migration'])
})

const refusedProposal = z
  .object({
    proposed: z.string(),
    step: z.string(),
    reason: z.enum(['not-allowed', 'incomplete', 'unconfirmed']),
    turn: z.number().int()
  })
  .meta({ id: 'RefusedProposal' })

const deadline = z.object({ step: z.string(), at: z.iso.datetime() }).meta({ id: 'StepDeadline' })

/** Where a conversation's workflow stands. */
export const workflowState = z
  .object({
    workflowId: z.string(),
    version: z.number().int(),
    status: z.enum(['active', 'completed', 'error']),
    step: z.string(),
    currentPhase: z.string().nullable(),
    /** The steps in the order in which they were entered; the latest hundred. */
    path: z.array(visit),
    /** Actions the agent could propose now; null where no machine guards the steps. */
    allowed: z.array(z.string()).nullable(),
    /** The agent's last proposal, when it was refused. */
    refused: refusedProposal.nullable(),
    /** Until when the step may last. A read after that shows what the next turn will begin with. */
    deadline: deadline.nullable(),
    collectedData: z.record(z.string(), z.unknown()),
    /** By the name of the field. */
    provenance: z.record(z.string(), provenance),
    /** Values that were said of one field and differ; the latest twenty. */
    contradictions: z.array(
      z.object({ field: z.string(), turn: z.number().int(), kept: claim, dropped: claim })
    ),
    /** What was missing when the agent said that this is complete. */
    missing: z.array(z.string()),
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
