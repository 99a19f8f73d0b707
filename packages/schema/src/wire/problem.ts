import { z } from 'zod'

/** How a client should try again: with the same idempotency key, with a new one, or not at all. */
export const retryAdvice = z.enum(['same-key', 'new-key', 'none'])
export type RetryAdvice = z.infer<typeof retryAdvice>

/**
 * Problem details with a stable `code`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9457
 */
export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().optional(),
    code: z.string(),
    requestId: z.string(),
    retry: retryAdvice,
    /** Seconds after which a new attempt makes sense; the same as `Retry-After`. */
    retryAfter: z.number().int().optional(),
    issues: z
      .array(
        z.object({ path: z.string(), rule: z.string(), expected: z.string(), got: z.string() })
      )
      .optional()
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof problem>
