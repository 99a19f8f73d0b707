import { z } from 'zod'

/** A source the agent names. `url` is kept only when `safeHref` lets it pass. */
export const citation = z.object({
  name: z.string().min(1).max(500),
  url: z.string().max(2048).optional(),
  abstract: z.string().max(4000).optional()
})
export type Citation = z.infer<typeof citation>
