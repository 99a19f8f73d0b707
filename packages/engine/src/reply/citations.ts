import { type Citation, citation, safeHref } from '@turnwise/schema'
import { isRecord } from '../workflow/plain-json.ts'
import { recordsIn, textIn } from './activity.ts'
import { type Problem, problem } from './problem.ts'
import type { ReplyRules } from './rules.ts'

const mostCitations = 100

/** Citations of a Microsoft message entity: `citation[].appearance { name, url, abstract }`. */
export const entityCitations = (entities: unknown): unknown[] =>
  recordsIn(entities)
    .filter(({ type }) => /^https?:\/\/schema\.org\/Message$/i.test(textIn(type)))
    .flatMap(entity => entity.citation ?? [])
    .map(item => (isRecord(item) && isRecord(item.appearance) ? item.appearance : item))

/** Keeps each citation that has a safe link or none; a bad one is left out and reported. */
export const readCitations = (
  values: readonly unknown[],
  links: ReplyRules
): { citations: Citation[]; problems: Problem[] } => {
  const citations: Citation[] = []
  const problems: Problem[] = []
  for (const [index, value] of values.slice(0, mostCitations).entries()) {
    const read = readCitation(value, links)
    if (typeof read !== 'string') citations.push(read)
    else problems.push(problem(['citations', index], 'citation', read, value))
  }
  if (values.length > mostCitations)
    problems.push(problem(['citations'], 'citation', `at most ${mostCitations}`, values))
  return { citations, problems }
}

const readCitation = (value: unknown, links: ReplyRules): Citation | string => {
  const checked = citation.safeParse(isRecord(value) ? withoutBlanks(value) : value)
  if (!checked.success) return checked.error.issues[0]?.message ?? 'a citation'
  const { url, ...named } = checked.data
  if (url === undefined) return named
  const href = safeHref(url, links)
  return href === null ? 'a safe link' : { ...named, url: href }
}

/** Sources without an address come with an empty one, or with null. */
const withoutBlanks = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null && item !== ''))
