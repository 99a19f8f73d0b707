import { z } from 'zod'

export const replayRequest = z
  .strictObject({
    schema: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('JSON Schema of what is collected, in place of the one of the workflow.')
  })
  .meta({ id: 'ReplayRequest' })
export type ReplayRequest = z.infer<typeof replayRequest>

const change = z.object({
  what: z.enum(['kind', 'surface', 'field', 'step', 'status', 'result', 'detail']),
  name: z.string(),
  before: z.unknown(),
  after: z.unknown()
})

/** What reading the replies of a conversation again would make of it. */
export const replayReport = z
  .object({
    /** Turns that come out the same, byte for byte. */
    same: z.number().int(),
    /** Turns without a reply to read again. */
    kept: z.number().int(),
    changed: z.array(
      z.object({
        turn: z.number().int(),
        verdict: z.enum(['changed', 'refused', 'broken']),
        changes: z.array(change)
      })
    )
  })
  .meta({ id: 'ReplayReport' })
export type ReplayReport = z.infer<typeof replayReport>
