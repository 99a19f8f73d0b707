import { type FactName, LINE_LABELS, writeContextLines } from '../context-facts.ts'
import type { QueryFormat } from '../query-format.ts'
import { type ReadQuery, readFacts } from '../read-facts.ts'
import {
  closingTag,
  isNonce,
  openingTag,
  SECTION_NAMES,
  type SectionName,
  writeSection
} from '../section.ts'

/** The default: a section for each part, between tags in square brackets on lines of their own. */
export const brackets: QueryFormat = {
  context: writeContextLines,
  body: ({ text }) => text,
  write: (facts, sections, nonce) =>
    [
      ...(facts === null ? [] : [{ name: 'CONTEXT' as const, text: writeContextLines(facts) }]),
      ...sections
    ]
      .map(({ name, text }) => writeSection(name, text, nonce ?? undefined))
      .join('\n\n'),
  read
}

/**
 * The query is tagged when it starts with a section. Only sections with the nonce of that first tag
 * count, and nothing inside a section opens another: what a section holds is data. The user's
 * input ends at its last closing tag.
 */
function read(query: string): ReadQuery | null {
  const first = tagAt(query, 0)
  if (first === null) return null
  const sections = readSections(query, first.nonce)
  if (sections.size === 0) return null
  const lines = (sections.get('CONTEXT') ?? '').split('\n')
  const facts: Partial<Record<FactName, string>> = {}
  for (const [name, label] of Object.entries(LINE_LABELS) as [FactName, string][]) {
    const line = lines.find(line => line.startsWith(label))
    if (line !== undefined) facts[name] = line.slice(label.length)
  }
  return readFacts({ nonce: first.nonce, facts, sections })
}

interface Tag {
  readonly name: SectionName
  readonly nonce: string | null
  readonly text: string
}

function tagAt(query: string, at: number): Tag | null {
  for (const name of SECTION_NAMES) {
    const literal = `${openingTag(name, null)}\n`
    if (query.startsWith(literal, at)) return { name, nonce: null, text: literal }
    const start = `[${name} `
    if (!query.startsWith(start, at)) continue
    // The nonce is at most 64 long: a longer slice would make a row of openings quadratic.
    const rest = query.slice(at + start.length, at + start.length + 66)
    const nonce = rest.slice(0, Math.max(rest.indexOf(']\n'), 0))
    if (isNonce(nonce)) return { name, nonce, text: `${openingTag(name, nonce)}\n` }
  }
  return null
}

function readSections(query: string, nonce: string | null): Map<SectionName, string> {
  const sections = new Map<SectionName, string>()
  let at = 0
  while (at < query.length) {
    const tag = tagAt(query, at)
    if (tag === null || tag.nonce !== nonce || sections.has(tag.name)) break
    const start = at + tag.text.length
    const closing = `\n${closingTag(tag.name, nonce)}`
    const end =
      tag.name === 'USER INPUT' ? query.lastIndexOf(closing) : query.indexOf(closing, start)
    if (end < start) break
    sections.set(tag.name, query.slice(start, end))
    at = end + closing.length
    while (query[at] === '\n') at++
  }
  return sections
}
