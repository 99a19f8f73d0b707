import type { LoadedTurn } from './load.ts'

/**
 * A submitted card in words, for the transcript and for channels that take no submits: the button,
 * and what the user put in, as it was merged with what the card itself carries.
 */
export const summaryOf = ({ submit, input }: LoadedTurn): string => {
  if (submit === null || input.kind !== 'card') return ''
  const said = Object.keys(input.inputs)
    .map(name => [name, submit.value[name]] as const)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
  return [submit.title, ...said.map(([name, value]) => `${name}: ${worded(value)}`)].join('\n')
}

const worded = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)
