import { z } from 'zod'
import { citation } from '../contract/citation.ts'

/** One thing in a transcript. `card` is sanitised; `text` is Markdown from the agent, made safe where it is rendered. */
export const message = z
  .object({
    id: z.string(),
    role: z.enum(['assistant', 'user', 'system']),
    kind: z.enum(['text', 'card', 'image', 'file', 'status', 'handoff']),
    text: z.string().optional(),
    card: z.record(z.string(), z.unknown()).optional(),
    cardId: z.string().optional(),
    attachment: z
      .object({
        name: z.string().nullable(),
        contentType: z.string(),
        url: z.string().nullable()
      })
      .optional(),
    citations: z.array(citation),
    suggestedActions: z.array(z.object({ title: z.string(), value: z.string() })),
    createdAt: z.iso.datetime()
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof message>
