import { type ContextFacts, type FactName, factTexts } from '../context-facts.ts'
import type { QueryFormat, QueryText } from '../query-format.ts'
import { type ReadQuery, readFacts } from '../read-facts.ts'
import { SECTION_NAMES, type SectionName } from '../section.ts'

/** One JSON object with a member for each part; it has no tags, so it needs no nonce. */
export const json: QueryFormat = {
  context,
  body: ({ text }) => JSON.stringify(text),
  write: (facts, sections) =>
    object([
      ...(facts === null ? [] : [['context', context(facts)] as const]),
      ...sections.map(({ name, text }) => [memberName(name), JSON.stringify(text)] as const)
    ]),
  read
}

/** These stand as they are: numbers and JSON texts. The others are put between quotes. */
const AS_IT_IS = new Set<FactName>(['collectedData', 'turnNumber', 'constraints', 'allowedActions'])

function context(facts: ContextFacts): string {
  return object(
    factTexts(facts).map(([name, text]) => [name, AS_IT_IS.has(name) ? text : JSON.stringify(text)])
  )
}

const object = (members: readonly (readonly [string, string])[]): string =>
  `{${members.map(([name, value]) => `"${name}":${value}`).join(',')}}`

/** `USER INPUT` as `userInput`. */
const memberName = (name: QueryText['name']): string =>
  name.toLowerCase().replace(/[ _](.)/g, (_, letter: string) => letter.toUpperCase())

function read(query: string): ReadQuery | null {
  if (!/^\{"(?:context|correction)":/.test(query)) return null
  const whole = parsed(query)
  if (whole === null) return null
  const sections = new Map<SectionName, string>()
  for (const name of SECTION_NAMES) {
    const text = name === 'CONTEXT' ? undefined : whole[memberName(name)]
    if (typeof text === 'string') sections.set(name, text)
  }
  const facts: Partial<Record<FactName, string>> = {}
  const told = Object.entries(whole.context ?? {}) as [FactName, unknown][]
  for (const [name, value] of told)
    facts[name] = typeof value === 'string' ? value : JSON.stringify(value)
  return readFacts({ nonce: null, facts, sections })
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return null
  }
}
