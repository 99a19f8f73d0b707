import type { QueryInput } from '../../src/context/build-query.ts'

/**
 * The unsafe control: what a template with `replace` makes of the same input. It cuts the whole to
 * its budget, and lets the text say what it likes.
 */
export const naiveQuery = (input: QueryInput): string => {
  const template = [
    '[CONTEXT]',
    'Phase: {step}',
    'Collected data: {data}',
    'Turn number: {turn}',
    '[/CONTEXT]',
    '',
    '[USER INPUT]',
    '{userMessage}',
    '[/USER INPUT]'
  ].join('\n')
  return template
    .replace('{step}', input.step)
    .replace('{data}', JSON.stringify(input.data))
    .replace('{turn}', String(input.turnNumber))
    .replace('{userMessage}', input.text)
    .slice(0, input.budget + 200)
}
