import { neutralise, QUERY_FORMATS } from '@turnwise/schema'
import { referenceToken } from '../json-pointer.ts'
import type { Misfit } from '../reply/read-reply.ts'
import { isRecord } from '../workflow/plain-json.ts'
import { type ContextFormat, formatOf } from './context-format.ts'

const mostProblems = 10
const longestOutput = 4000

/**
 * Writes the question that asks an agent to put its answer right: what it said, as it said it, and
 * what was wrong with that.
 *
 * @param original what it was asked, for an agent that remembers nothing; null where it does
 */
export const writeCorrection = (
  misfit: Misfit,
  {
    format,
    nonce,
    original
  }: { format: ContextFormat; nonce: string | null; original: string | null }
): string => {
  const text = neutralise(
    [instruction, ...quoted(misfit), 'Problems:', ...lines(misfit)].join('\n')
  )
  const { write } = typeof format === 'string' ? formatOf(format) : QUERY_FORMATS.brackets
  const correction = write(null, [{ name: 'CORRECTION', text }], nonce)
  return original === null ? correction : `${original}\n\n${correction}`
}

const instruction =
  'Your last answer could not be used as data. Only put it right: give it again, in full, and carry nothing out a second time.'

/** A long answer is left out: half of it would be another answer. */
const quoted = ({ value, problems }: Misfit): string[] => {
  const output = JSON.stringify(
    failingItems(
      value,
      problems.map(({ path }) => path.split('/').slice(1))
    )
  )
  return output === undefined || output.length > longestOutput ? [] : [`Your answer: ${output}`]
}

const lines = ({ problems }: Misfit): string[] =>
  problems
    .slice(0, mostProblems)
    .map(({ path, rule, expected, got }) =>
      `${path || '/'}: ${rule}, expected ${expected}, got ${got}`.replace(/\s+/g, ' ')
    )

/** The value with only the failing items of each list in which some fail. */
const failingItems = (value: unknown, paths: readonly (readonly string[])[]): unknown => {
  const inside = (name: string): readonly (readonly string[])[] =>
    paths.filter(([first]) => first === name).map(path => path.slice(1))
  if (Array.isArray(value)) {
    const failing = value.map((item, index) => [item, inside(String(index))] as const)
    const some = failing.some(([, problems]) => problems.length > 0)
    return failing
      .filter(([, problems]) => !some || problems.length > 0)
      .map(([item, problems]) => failingItems(item, problems))
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      failingItems(item, inside(referenceToken(name)))
    ])
  )
}
