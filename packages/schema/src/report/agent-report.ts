import { z } from 'zod'

/** The longest summary of an agent report, in code points, as JSON Schema counts. */
export const LONGEST_SUMMARY = 500

/**
 * What a coding agent says about its work when it is done: exactly these six fields, none of them
 * optional.
 *
 * Fields beyond the six are kept, so that a report with more to say is still a report.
 *
 * @see requirement A1
 */
export const agentReport = z.looseObject({
  success: z.boolean().describe('whether the task is done'),
  filesModified: z
    .array(z.string())
    .describe('paths of the files you created, changed or deleted, relative to the repository'),
  testsWritten: z
    .array(z.string())
    .describe('paths of the test files you created or changed, relative to the repository'),
  summary: z.string().max(LONGEST_SUMMARY).describe('what you did and why'),
  errors: z.array(z.string()).describe('what went wrong and is not solved; [] when nothing did'),
  nextSteps: z.array(z.string()).describe('what is left to do; [] when nothing is')
})
export type AgentReport = z.infer<typeof agentReport>
