import { z } from 'zod'

const count = z.int().min(0).max(1_000)
const after = count.default(0)
const lost = z.boolean().default(false)

/**
 * What goes wrong on the wire in one answer; the agent's own work goes on, unless `lost`.
 *
 * Cuts count activities: `after: 0` cuts before the first one. `lost` loses the rest of the reply
 * for good, so that `subscribe` cannot read it back either.
 */
export const fault = z.discriminatedUnion('kind', [
  /** An answer of another status; the agent is not asked unless `processed`. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.union([z.literal(204), z.int().min(400).max(599)]),
    /** Seconds, or `date` for an HTTP date that many seconds ahead. */
    retryAfter: z
      .union([z.int().min(0).max(86_400), z.strictObject({ date: z.int().min(0).max(86_400) })])
      .optional(),
    processed: z.boolean().default(false)
  }),
  /** 200 with a page of HTML, as a proxy or a sign-in wall answers. */
  z.strictObject({ kind: z.literal('html'), processed: z.boolean().default(false) }),
  /** The connection ends without a response; the agent works only when `processed`. */
  z.strictObject({ kind: z.literal('refuse'), processed: z.boolean().default(false) }),
  /** The socket is destroyed in the middle of the stream. */
  z.strictObject({ kind: z.literal('drop'), after, lost }),
  /** The stream ends like any body, without its `end` event. */
  z.strictObject({ kind: z.literal('eof'), after: count.optional(), lost }),
  /** The `end` event has no data line, so a client that follows the standard never sees it. */
  z.strictObject({ kind: z.literal('end-without-data') }),
  /** Nothing more is sent and the connection stays open; `lost` makes the agent silent as well. */
  z.strictObject({ kind: z.literal('silence'), after, lost }),
  /** The stream ends properly after some activities; the rest is seen only by `subscribe`. */
  z.strictObject({ kind: z.literal('late'), after }),
  /** `missing`: no `x-ms-conversationid`. `changed`: the service opened another conversation. */
  z.strictObject({ kind: z.literal('conversation-id'), header: z.enum(['missing', 'changed']) })
])
export type Fault = z.infer<typeof fault>
