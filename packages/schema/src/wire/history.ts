import { z } from 'zod'

/**
 * One committed turn with everything that is kept of it: input, the queries that were sent (their
 * nonces masked), raw replies, what was read out of them, messages, state patch, timings, hashes.
 */
export const historyEntry = z
  .looseObject({
    turn: z.number().int().min(1),
    outcome: z.enum(['committed', 'uncertain', 'stopped', 'failed']),
    at: z.iso.datetime(),
    previous: z.string(),
    hash: z.string()
  })
  .meta({ id: 'HistoryEntry' })
export type HistoryEntry = z.infer<typeof historyEntry>

/** A page of a conversation's history, oldest first; `next` is the `after` of the following page. */
export const historyPage = z
  .object({
    conversationId: z.string(),
    title: z.string(),
    workflow: z.object({ id: z.string(), version: z.number().int() }),
    entries: z.array(historyEntry),
    next: z.number().int().nullable()
  })
  .meta({ id: 'HistoryPage' })
export type HistoryPage = z.infer<typeof historyPage>
