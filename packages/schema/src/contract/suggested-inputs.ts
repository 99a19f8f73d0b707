import { z } from 'zod'

/** The kind of answer the agent expects next, and the choices it offers. */
export const suggestedInputs = z.object({
  type: z.enum(['choice', 'confirm', 'text', 'date', 'number', 'none']),
  choices: z
    .array(z.object({ title: z.string().max(500), value: z.string().max(2000) }))
    .max(50)
    .default([])
})
export type SuggestedInputs = z.infer<typeof suggestedInputs>
