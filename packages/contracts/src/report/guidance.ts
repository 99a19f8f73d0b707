import { FIELDS_IN_SHORT } from './instructions.ts'
import type { InvalidReport } from './report-reading.ts'

const MOST_LISTED = 12

/**
 * Tells the agent in a short text what was wrong with its report and what to send instead.
 *
 * It quotes the agent's own words, at most 60 characters of each; send it to that agent only.
 *
 * @see requirement A3
 */
export function guidance({ problems }: Pick<InvalidReport, 'problems'>): string {
  const listed = problems.slice(0, MOST_LISTED).map(({ message }) => `- ${message}`)
  const rest = problems.length - listed.length
  return [
    'Your report could not be read:',
    ...listed,
    ...(rest > 0 ? [`- and ${rest} more`] : []),
    `Send it again as one JSON object and nothing else, without text around it and without a Markdown fence. All six fields are required: ${FIELDS_IN_SHORT}.`
  ].join('\n')
}
