/** What a query tells about a workflow, every text neutralised, before a format gives it a form. */
export interface ContextFacts {
  /** Where the workflow is; without a step it is left out. */
  readonly step: string | null
  /** The collected data as JSON text: an object, or the list of its names when nothing else fits. */
  readonly collectedData: string
  /** The number of the user's turn that is being asked, from 1. */
  readonly turnNumber: number
  /** What the answer has to respect; an empty list is left out. */
  readonly constraints: readonly string[]
  /** What the agent may say comes next; absent when nothing is to be said about it. */
  readonly allowedActions?: readonly string[]
  /** The character that joins the words of untrusted text; absent when nothing is marked. */
  readonly mark?: string
  /** How many fields the budget dropped; 0 is left out. */
  readonly omitted: number
}

/** The words before the colon of each line, shared by the writer and the reader. */
export const LINE_LABELS = {
  step: 'Phase: ',
  collectedData: 'Collected data: ',
  turnNumber: 'Turn number: ',
  constraints: 'Constraints: ',
  allowedActions: 'Allowed actions: ',
  mark: 'Data mark: ',
  omitted: 'Omitted: '
} as const

/** A fact of the context by name, as text. */
export type FactName = keyof typeof LINE_LABELS

/**
 * The facts there are, each as the text it has in every format: JSON but for step, number and mark.
 *
 * @returns without the facts that are left out, in the order in which they are told
 */
export function factTexts(facts: ContextFacts): [FactName, string][] {
  const { step, collectedData, turnNumber, constraints, allowedActions, mark, omitted } = facts
  const texts: [FactName, string | null][] = [
    ['step', step],
    ['collectedData', collectedData],
    ['turnNumber', String(turnNumber)],
    ['constraints', constraints.length === 0 ? null : JSON.stringify(constraints)],
    ['allowedActions', allowedActions === undefined ? null : JSON.stringify(allowedActions)],
    ['mark', mark ?? null],
    ['omitted', omitted === 0 ? null : `${omitted} fields`]
  ]
  return texts.filter((fact): fact is [FactName, string] => fact[1] !== null)
}

/**
 * Writes the body of the default `CONTEXT` section, one fact a line.
 *
 * No value can start a line of its own: line breaks inside a step or between JSON tokens become
 * spaces, and lists are written as JSON.
 */
export function writeContextLines(facts: ContextFacts): string {
  return factTexts(facts)
    .map(([name, text]) => LINE_LABELS[name] + onOneLine(text))
    .join('\n')
}

/** The text with its line breaks made spaces. */
export function onOneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}
