import { z } from 'zod'
import { citation } from './citation.ts'
import { nextAction } from './next-action.ts'
import { suggestedInputs } from './suggested-inputs.ts'

/**
 * The keys an agent may use to steer a workflow, each checked by itself.
 *
 * A reply counts as an envelope when at least one of these keys is present and valid; an invalid
 * key is reported and left out, it does not take the valid ones with it. Unknown keys are kept.
 */
export const envelopeKeys = {
  action: nextAction,
  prompt: z.string().min(1).max(32_000),
  data: z.record(z.string(), z.unknown()),
  confidence: z.number().min(0).max(1),
  citations: z.array(z.unknown()).max(100),
  step: z.string().min(1).max(200),
  phase: z.string().min(1).max(200),
  progress: z.number().min(0).max(1),
  suggestedInputs
} as const

/** The envelope as a whole: what the agent is asked to answer in. All keys are optional. */
export const envelope = z.looseObject({
  ...z.object(envelopeKeys).partial().shape,
  citations: z.array(citation).max(100).optional()
})
export type Envelope = z.infer<typeof envelope>
