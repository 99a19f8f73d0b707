import { type AgentReport, agentReport, LONGEST_SUMMARY } from '@turnwise/schema'

const TYPES: Readonly<Record<keyof typeof agentReport.shape, string>> = {
  success: 'true or false',
  filesModified: 'list of strings',
  testsWritten: 'list of strings',
  summary: `string of at most ${LONGEST_SUMMARY} characters`,
  errors: 'list of strings',
  nextSteps: 'list of strings'
}

const EXAMPLE: AgentReport = {
  success: true,
  filesModified: ['src/cart/total.ts', 'test/cart/total.test.ts'],
  testsWritten: ['test/cart/total.test.ts'],
  summary: 'Rounds the total once, after adding: rounding each line lost cents.',
  errors: [],
  nextSteps: ['Recalculate the invoices of last month']
}

/** The six fields with their types, in few words. */
export const FIELDS_IN_SHORT = Object.entries(TYPES)
  .map(([field, type]) => `${field} (${type})`)
  .join(', ')

/** What to put into the instructions of an agent so that it ends its work with a report. */
export const AGENT_REPORT_INSTRUCTIONS = [
  'When you have finished, answer with one JSON object and nothing else: no text before or after it,',
  'no Markdown fence. It has these six fields, and all of them are required:',
  '',
  ...Object.entries(agentReport.shape).map(
    ([field, { description }]) => `- ${field} (${typeOf(field)}): ${description}`
  ),
  '',
  'For example:',
  '',
  JSON.stringify(EXAMPLE)
].join('\n')

function typeOf(field: string): string {
  return TYPES[field as keyof typeof TYPES]
}
