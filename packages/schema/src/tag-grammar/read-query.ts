import { LINE_LABELS } from './context-lines.ts'
import { closingTag, isNonce, openingTag, SECTION_NAMES, type SectionName } from './section.ts'

/** What a reader of a query finds in it. */
export interface ReadQuery {
  /** The nonce of the tags, or null when they are literal or absent. */
  readonly nonce: string | null
  readonly phase: string | null
  /** The collected data; empty when the line is absent or no JSON object. */
  readonly collectedData: Record<string, unknown>
  readonly turnNumber: number | null
  readonly constraints: string[]
  /** What the user said; the whole query when it carries no tags. */
  readonly userInput: string
}

/**
 * Reads a query back into what it says, in linear time.
 *
 * The query is tagged when it starts with a section. Only sections with the nonce of that first tag
 * count, and nothing inside a section opens another: what a section holds is data. The user's
 * input ends at its last closing tag.
 *
 * @returns what was found; never throws, whatever the text is
 */
export function readQuery(query: string): ReadQuery {
  const first = tagAt(query, 0)
  if (first === null) return readContext('', null, query)
  const sections = readSections(query, first.nonce)
  if (sections.size === 0) return readContext('', null, query)
  return readContext(sections.get('CONTEXT') ?? '', first.nonce, sections.get('USER INPUT') ?? '')
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

function readContext(body: string, nonce: string | null, userInput: string): ReadQuery {
  const lines = body.split('\n')
  const lineOf = (label: string): string | null =>
    lines.find(line => line.startsWith(label))?.slice(label.length) ?? null
  const constraints = parseJson(lineOf(LINE_LABELS.constraints))
  const turnNumber = lineOf(LINE_LABELS.turnNumber)
  return {
    nonce,
    phase: lineOf(LINE_LABELS.phase),
    collectedData: asRecord(parseJson(lineOf(LINE_LABELS.collectedData))),
    turnNumber: turnNumber !== null && /^\d{1,15}$/.test(turnNumber) ? Number(turnNumber) : null,
    constraints: Array.isArray(constraints)
      ? constraints.filter(item => typeof item === 'string')
      : [],
    userInput
  }
}

function parseJson(text: string | null): unknown {
  if (text === null) return null
  try {
    // An own `__proto__` would turn into a prototype at the first careless merge.
    return JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value))
  } catch {
    return null
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
