/** What the default context section tells the agent. */
export interface ContextLines {
  /** Where the workflow is; without a step its line is left out. */
  readonly step: string | null
  /** The collected data as JSON text, whose strings are already neutralised. */
  readonly collectedData: string
  /** The number of the user's turn that is being asked, from 1. */
  readonly turnNumber: number
  /** What the answer has to respect; an empty list leaves its line out. */
  readonly constraints: readonly string[]
  /** How many fields the budget dropped; 0 leaves its line out. */
  readonly omitted: number
}

/** The words before the colon of each line, shared by the writer and the reader. */
export const LINE_LABELS = {
  phase: 'Phase: ',
  collectedData: 'Collected data: ',
  turnNumber: 'Turn number: ',
  constraints: 'Constraints: ',
  omitted: 'Omitted: '
} as const

/**
 * Writes the body of the default `CONTEXT` section, one fact a line.
 *
 * No value can start a line of its own: line breaks inside a step or between JSON tokens become
 * spaces, and the constraints are written as a JSON list.
 */
export function writeContextLines(context: ContextLines): string {
  const { step, collectedData, turnNumber, constraints, omitted } = context
  const lines: string[] = []
  if (step !== null) lines.push(LINE_LABELS.phase + onOneLine(step))
  lines.push(LINE_LABELS.collectedData + onOneLine(collectedData))
  lines.push(LINE_LABELS.turnNumber + turnNumber)
  if (constraints.length > 0) lines.push(LINE_LABELS.constraints + JSON.stringify(constraints))
  if (omitted > 0) lines.push(`${LINE_LABELS.omitted}${omitted} fields`)
  return lines.join('\n')
}

function onOneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}
