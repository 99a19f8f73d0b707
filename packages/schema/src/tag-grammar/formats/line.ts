import { type ContextFacts, type FactName, factTexts } from '../context-facts.ts'
import type { QueryFormat } from '../query-format.ts'
import { type ReadQuery, readFacts } from '../read-facts.ts'
import { checkedNonce, openingTag, SECTION_NAMES, type SectionName } from '../section.ts'

/**
 * One line that tells everything, then the user's text as it is, to its end.
 *
 * No value can break the line or look like the next one: each is a bare word, a number or JSON whose
 * line separators are escaped.
 */
export const line: QueryFormat = {
  context,
  body: ({ name, text }) => (name === 'USER INPUT' ? text : quoted(text)),
  write(facts, sections, nonce) {
    const told = sections.filter(({ name }) => name !== 'USER INPUT')
    const said = sections.find(({ name }) => name === 'USER INPUT')
    const first = [
      openingTag('WORKFLOW_CONTEXT', checkedNonce(nonce)),
      ...(facts === null ? [] : [context(facts)]),
      ...told.map(({ name, text }) => `${keyOf(name)}=${quoted(text)}`)
    ].join(' ')
    return said === undefined ? first : `${first}\n${said.text}`
  },
  read
}

const KEYS: Readonly<Record<FactName, string>> = {
  step: 'step',
  turnNumber: 'turn',
  constraints: 'constraints',
  collectedData: 'collectedData',
  allowedActions: 'allowedActions',
  mark: 'mark',
  omitted: 'omitted'
}
const ORDER = Object.keys(KEYS) as FactName[]
const BARE = /^[A-Za-z0-9_.:-]+$/
/** These are JSON or a number already. */
const AS_IT_IS = new Set<FactName>(['collectedData', 'turnNumber', 'constraints', 'allowedActions'])

function context(facts: ContextFacts): string {
  const texts = new Map(factTexts(facts))
  return ORDER.flatMap(name => {
    const text = texts.get(name)
    if (text === undefined) return []
    if (name === 'omitted') return [`omitted=${facts.omitted}`]
    const value = AS_IT_IS.has(name) || BARE.test(text) ? unbroken(text) : quoted(text)
    return [`${KEYS[name]}=${value}`]
  }).join(' ')
}

const keyOf = (name: SectionName): string => name.toLowerCase().replaceAll(' ', '_')

const quoted = (text: string): string => unbroken(JSON.stringify(text))

/** JSON escapes line feeds, but leaves U+2028 and U+2029, where some readers begin a new line. */
const unbroken = (text: string): string =>
  text.replace(/[\u2028\u2029]/g, mark => (mark === '\u2028' ? '\\u2028' : '\\u2029'))

function read(query: string): ReadQuery | null {
  const tag = /^\[WORKFLOW_CONTEXT(?: ([0-9A-Za-z]{1,64}))?\]/.exec(query)
  if (tag === null) return null
  const end = query.indexOf('\n')
  const first = end < 0 ? query : query.slice(0, end)
  const values = readPairs(first, tag[0].length)
  const sections = new Map<SectionName, string>()
  for (const name of SECTION_NAMES) {
    const text = name === 'CONSTRAINTS' ? undefined : values.get(keyOf(name))
    if (text !== undefined) sections.set(name, unquoted(text))
  }
  if (end >= 0) sections.set('USER INPUT', query.slice(end + 1))
  const facts: Partial<Record<FactName, string>> = {}
  for (const name of ORDER) {
    const text = values.get(KEYS[name])
    if (text !== undefined) facts[name] = unquoted(text)
  }
  return readFacts({ nonce: tag[1] ?? null, facts, sections })
}

function readPairs(text: string, from: number): Map<string, string> {
  const values = new Map<string, string>()
  let at = from
  for (;;) {
    const key = /^ ([a-zA-Z_]{1,40})=/.exec(text.slice(at, at + 42))
    if (key === null) return values
    const start = at + key[0].length
    at = endOfValue(text, start)
    values.set(key[1] ?? '', text.slice(start, at))
  }
}

/** The first space outside quotes and brackets. */
function endOfValue(text: string, from: number): number {
  let depth = 0
  let inText = false
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (inText) {
      if (character === '\\') at++
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    else if (character === ' ' && depth <= 0) return at
  }
  return text.length
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}
