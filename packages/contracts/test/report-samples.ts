import type { AgentReport } from '@turnwise/schema'

/** A report nothing is wrong with, and nothing odd about. */
export const sample: AgentReport = {
  success: true,
  filesModified: ['src/sum.ts', 'test/sum.test.ts'],
  testsWritten: ['test/sum.test.ts'],
  summary: 'Sums in integers of cents.',
  errors: [],
  nextSteps: []
}

/** The sample with other fields. */
export const json = (changes: Record<string, unknown> = {}): string =>
  JSON.stringify({ ...sample, ...changes })

/** The sample without some of its fields. */
export const without = (...fields: string[]): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(sample).filter(([key]) => !fields.includes(key)))
  )

export const fenced = (text: string): string => `\`\`\`json\n${text}\n\`\`\``
