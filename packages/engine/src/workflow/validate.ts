import { z } from 'zod'

/** What a schema says of a value. */
export type Validated =
  | { success: true; data: unknown }
  | { success: false; issues: readonly { path: readonly PropertyKey[]; message: string }[] }

/**
 * Holds a value against a schema; never throws and never waits.
 *
 * A validator that throws has refused the value, and so has one that answers later: what it would
 * have said is ignored, whichever way it ends.
 */
export const validate = (schema: z.ZodType, value: unknown): Validated => {
  try {
    // `safeParse` would leave the promise of an asynchronous validator behind, to reject unheard.
    const checked = schema._zod.run({ value, issues: [] }, { async: true })
    if (checked instanceof Promise) {
      checked.catch(() => {})
      return refused('a value that can be judged at once')
    }
    if (checked.issues.length === 0) return { success: true, data: checked.value }
    const issues = checked.issues.map(issue => z.core.util.finalizeIssue(issue, {}, z.config()))
    return { success: false, issues: issues.map(({ path, message }) => ({ path, message })) }
  } catch {
    return refused('a value that its validator can judge')
  }
}

const refused = (message: string): Validated => ({
  success: false,
  issues: [{ path: [], message }]
})
