import { type Citation, citation, safeHref } from '@turnwise/schema'
import { isRecord, recordsOf } from './activity.ts'
import type { ReplyRules } from './rules.ts'

/** Citations of a Microsoft message entity: `citation[].appearance { name, url, abstract }`. */
export const entityCitations = (entities: unknown): unknown[] =>
  recordsOf(entities)
    .filter(entity => /^https?:\/\/schema\.org\/Message$/i.test(String(entity.type)))
    .flatMap(entity => recordsOf(entity.citation))
    .map(item => (isRecord(item.appearance) ? item.appearance : item))

/** Keeps what is a citation with a safe link or none; tells of the rest by its index. */
export const readCitations = (
  values: readonly unknown[],
  links: ReplyRules
): { citations: Citation[]; bad: { index: number; reason: string }[] } => {
  const citations: Citation[] = []
  const bad: { index: number; reason: string }[] = []
  for (const [index, value] of values.slice(0, 100).entries()) {
    const checked = citation.safeParse(isRecord(value) ? withoutNulls(value) : value)
    if (!checked.success) {
      bad.push({ index, reason: checked.error.issues[0]?.message ?? 'not a citation' })
      continue
    }
    const { url, ...rest } = checked.data
    const href = url === undefined ? null : safeHref(url, links)
    if (url !== undefined && href === null) bad.push({ index, reason: 'an unsafe link' })
    else citations.push(href === null ? rest : { ...rest, url: href })
  }
  return { citations, bad }
}

const withoutNulls = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null))
