import { z } from 'zod'

/** What the agent says should happen next; it moves an AI-driven workflow. */
export const nextAction = z.enum(['ask', 'research', 'confirm', 'complete', 'error'])
export type NextAction = z.infer<typeof nextAction>
