import { conversationId } from '@turnwise/schema'
import { z } from 'zod'

/** The conversation named in a path. */
export const conversationPath = z.object({ id: conversationId })

/** Headers of a route that runs a turn; read where they are used, described here. */
export const turnHeaders = z.object({
  'idempotency-key': z.string().optional().meta({
    description:
      'Up to 255 printable characters. The same key with the same body leads to the same answer, before, during and after the turn.'
  }),
  'x-idempotency-key': z.string().optional().meta({
    description: 'Another name of Idempotency-Key; when both are sent they have to agree.'
  }),
  'turnwise-seen': z.string().optional().meta({
    description:
      'The `seen` of the newest answer the client has. When the store has lost that turn the answer is 412.'
  }),
  'last-event-id': z.string().optional().meta({
    description: 'For a stream: continue after this event.'
  })
})

export const eventHeaders = turnHeaders.pick({ 'last-event-id': true })

/** Digits alone: `Number` would take `0x10` and `1e1` as well. */
const wholeNumber = <S extends z.ZodType>(schema: S): z.ZodPreprocess<S> =>
  z.preprocess(
    text => (typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text),
    schema
  )

const limit = z.int().min(1).max(200)

export const transcriptPage = z.object({
  before: wholeNumber(z.int().min(1).optional()),
  limit: wholeNumber(limit.default(50))
})

export const historyParameters = z.object({
  after: wholeNumber(z.int().min(0).default(0)),
  limit: wholeNumber(z.int().min(1).max(100).default(32))
})

export const listPage = z.object({
  cursor: z.string().min(1).max(500).optional(),
  limit: wholeNumber(limit.default(20))
})
