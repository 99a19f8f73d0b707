import { z } from 'zod'

/** A conversation whose events have not all been taken by their receiver. */
export const undelivery = z
  .object({
    conversationId: z.string(),
    /** The first turn that has not been taken. */
    turn: z.number().int(),
    /** Failed attempts on it. */
    attempts: z.number().int(),
    /** Null when it has been given up and waits for somebody to try again. */
    nextAttemptAt: z.iso.datetime().nullable()
  })
  .meta({ id: 'Undelivery' })
export type Undelivery = z.infer<typeof undelivery>
