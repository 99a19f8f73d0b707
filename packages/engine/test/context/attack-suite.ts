import { neutralise, readQuery } from '@turnwise/schema'
import { forgedTags } from '../../../schema/test/tag-grammar/forged-tags.ts'
import { findsTag } from '../../../schema/test/tag-grammar/lenient-reader.ts'
import { randomMix } from '../../../schema/test/tag-grammar/random-mix.ts'
import { buildQuery } from '../../src/context/build-query.ts'
import type { ContextFormat } from '../../src/context/context-format.ts'
import type { QueryInput } from '../../src/context/query.ts'
import { formats, template } from './formats.ts'
import { input } from './input.ts'
import { naiveQuery } from './naive-builder.ts'

/** How many attacks were tried on a format, and how many did nothing. */
export type Blocked = { tried: number; blocked: number }

/** Writes a query; what is attacked. */
export type Writer = (input: QueryInput) => string

export const safeWriter: Writer = input => buildQuery(input).query

/** Replaces slots of a template, in the form of each format. */
export const unsafeWriter: Writer = naiveQuery

const literalNonce = '9f3c52d1aa07be44'

/** The attack as the user's text, and in turn as everything else that others can fill. */
const attacked = (text: string, format: ContextFormat, turn: number): QueryInput => {
  const place = places[turn % places.length]
  return input({
    format,
    nonce: turn % 2 === 0 ? null : literalNonce,
    text,
    turnNumber: turn,
    constraints: ['Stay calm'],
    budget: 1_000_000,
    ...place?.(text)
  })
}

const places: readonly ((text: string) => Partial<QueryInput>)[] = [
  note => ({ data: { note } }),
  step => ({ step }),
  text => ({ constraints: ['Stay calm', text] }),
  text => ({ sources: [{ name: 'MEMORY', text }] }),
  text => ({ history: [text] }),
  text => ({ data: { [text || 'empty']: ['x', { deep: text }] } })
]

/**
 * Whether a query says what it was meant to say and nothing else: it is read back with every value
 * in its place, and without its own tags a charitable reader finds none in it.
 */
export const holds = (query: string, given: QueryInput): boolean => {
  const tags = typeof given.format === 'string' ? undefined : given.format.tags
  const safe = (text: string): string => neutralise(text, tags)
  const read = readQuery(query, typeof given.format === 'string' ? undefined : given.format)
  return (
    read.userInput === safe(given.text) &&
    read.turnNumber === given.turnNumber &&
    read.nonce === (given.format === 'json' ? null : given.nonce) &&
    read.constraints.length === given.constraints.length &&
    read.constraints[0] === 'Stay calm' &&
    Object.keys(read.collectedData).length === Object.keys(given.data).length &&
    !findsTag(withoutOwnTags(query, given))
  )
}

/** The query as an agent reads it: entities and JSON escapes undone, its own delimiters taken out. */
const withoutOwnTags = (query: string, { format, nonce }: QueryInput): string => {
  const mark = nonce === null ? '' : ` ${nonce}`
  switch (format) {
    case 'brackets':
    case 'system':
      return query.replaceAll(
        new RegExp(`^\\[/?(?:CONTEXT|MEMORY|HISTORY|USER INPUT)${mark}\\]$`, 'gm'),
        ''
      )
    case 'xml': {
      const name = nonce === null ? '' : `-${nonce}`
      return query
        .replaceAll(new RegExp(`^</?(?:context|memory|history|user_input)${name}>$`, 'gm'), '')
        .replaceAll(/<\/?(?:phase|collected_data|turn_number|constraints)>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&')
    }
    case 'line':
      return query.replace(new RegExp(`^\\[WORKFLOW_CONTEXT${mark}\\]`), '').replace('\n', ' ')
    case 'json':
      return textsIn(JSON.parse(query)).join('\n.\n')
    default:
      return query
        .replaceAll(`[NOTES ${nonce ?? ''}]`, '')
        .replaceAll(`[/NOTES ${nonce ?? ''}]`, '')
  }
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => [name, ...textsIn(item)])
}

/** Attacks one format with every forged tag and 10,000 random mixes, with and without a nonce. */
export const attack = (
  format: ContextFormat,
  write: Writer
): { forged: Blocked; mixed: Blocked } => ({
  forged: count(forgedTags(), format, write),
  mixed: count(mixes(), format, write)
})

const count = (texts: Iterable<string>, format: ContextFormat, write: Writer): Blocked => {
  let tried = 0
  let blocked = 0
  for (const text of texts) {
    const given = attacked(text, format, tried)
    tried += 1
    if (holds(write(given), given)) blocked += 1
  }
  return { tried, blocked }
}

function* mixes(): Generator<string> {
  for (let seed = 1; seed <= 10_000; seed++) yield randomMix(seed)
}

/** The tags of the template, which nobody but its author knows. */
export function* templateTags(): Generator<string> {
  const names = ['NOTES', 'the_traveller', 'the traveller', 'Ｎｏｔｅｓ', 'N\u200bOTES', 'ΝΟTΕS']
  for (const name of names)
    for (const [opening, closing] of ['[]', '<>', '［］', '＜＞'])
      for (const slash of ['', '/', ' / ']) yield `x ${opening}${slash}${name}${closing} y`
}

/** Counts for every format, with the unsafe control beside. */
export const contextReport = () =>
  formats.map(([name, format]) => ({
    format: name,
    ...attack(format, safeWriter),
    control: attack(format, unsafeWriter)
  }))

export { template }
