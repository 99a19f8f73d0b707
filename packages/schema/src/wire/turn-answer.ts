import { z } from 'zod'
import { message } from './message.ts'
import { workflowState } from './workflow-state.ts'

/** What was read out of the agent's reply, and where. `confidence` is the trust of that surface. */
export const extractedPayload = z
  .object({
    source: z.enum(['value', 'entities', 'card', 'text']),
    confidence: z.enum(['high', 'medium', 'low']),
    data: z.record(z.string(), z.unknown())
  })
  .meta({ id: 'ExtractedPayload' })

/** How a turn ended. `uncertain`: the agent may have acted, its reply is lost. */
export const turnOutcome = z.enum(['committed', 'uncertain', 'stopped', 'failed'])
export type TurnOutcome = z.infer<typeof turnOutcome>

/** The answer to every turn, rendered from the turn's history entry: the same for every repeat. */
export const turnAnswer = z
  .object({
    conversationId: z.string(),
    messages: z.array(message),
    workflowState,
    extractedPayload: extractedPayload.nullable(),
    /** Milliseconds from admission to commit. */
    latencyMs: z.number().min(0),
    timings: z.object({
      agent: z.number().min(0),
      store: z.number().min(0),
      parse: z.number().min(0)
    }),
    /** Number of the entry; the greeting of start is 1. */
    turn: z.number().int().min(1),
    outcome: turnOutcome,
    /** `<version>.<entry hash>`: send it back as `Turnwise-Seen`. */
    seen: z.string()
  })
  .meta({ id: 'TurnAnswer' })
export type TurnAnswer = z.infer<typeof turnAnswer>
