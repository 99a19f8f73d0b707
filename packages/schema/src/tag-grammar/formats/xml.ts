import { type ContextFacts, type FactName, factTexts } from '../context-facts.ts'
import type { QueryFormat } from '../query-format.ts'
import { type ReadQuery, readFacts } from '../read-facts.ts'
import { checkedNonce, SECTION_NAMES, type SectionName } from '../section.ts'

/** A section for each part, between XML tags; text from outside is escaped, so none can be in it. */
export const xml: QueryFormat = {
  context,
  body: ({ text }) => escaped(text),
  write(facts, sections, nonce) {
    const mark = checkedNonce(nonce)
    const bodies = [
      ...(facts === null ? [] : [{ name: 'CONTEXT' as const, body: context(facts) }]),
      ...sections.map(({ name, text }) => ({ name, body: escaped(text) }))
    ]
    return bodies
      .map(({ name, body }) => {
        const tag = tagName(name, mark)
        return [`<${tag}>`, body, `</${tag}>`].join('\n')
      })
      .join('\n\n')
  },
  read
}

const ELEMENTS: Readonly<Record<FactName, string>> = {
  step: 'phase',
  collectedData: 'collected_data',
  turnNumber: 'turn_number',
  constraints: 'constraints',
  allowedActions: 'allowed_actions',
  mark: 'data_mark',
  omitted: 'omitted'
}

function context(facts: ContextFacts): string {
  return factTexts(facts)
    .map(([name, text]) => `<${ELEMENTS[name]}>${escaped(text)}</${ELEMENTS[name]}>`)
    .join('\n')
}

const tagName = (name: SectionName, nonce: string | null): string =>
  name.toLowerCase().replaceAll(' ', '_') + (nonce === null ? '' : `-${nonce}`)

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

// The ampersand last, so that `&amp;lt;` gives `&lt;` and not `<`.
const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

function read(query: string): ReadQuery | null {
  const first = /^<([a-z_]{1,30})(?:-([0-9A-Za-z]{1,64}))?>\n/.exec(query)
  if (first === null) return null
  const nonce = first[2] ?? null
  const sections = new Map<SectionName, string>()
  let at = 0
  for (;;) {
    const name = SECTION_NAMES.find(name => query.startsWith(`<${tagName(name, nonce)}>\n`, at))
    if (name === undefined || sections.has(name)) break
    const start = at + tagName(name, nonce).length + 3
    const closing = `\n</${tagName(name, nonce)}>`
    const end = query.indexOf(closing, start)
    if (end < 0) break
    sections.set(name, query.slice(start, end))
    at = end + closing.length
    while (query[at] === '\n') at++
  }
  if (sections.size === 0) return null
  const facts = readElements(sections.get('CONTEXT') ?? '')
  const texts = [...sections].map(([name, body]): [SectionName, string] => [name, unescaped(body)])
  return readFacts({ nonce, facts, sections: new Map(texts) })
}

function readElements(body: string): Partial<Record<FactName, string>> {
  const facts: Partial<Record<FactName, string>> = {}
  for (const [name, element] of Object.entries(ELEMENTS) as [FactName, string][]) {
    const start = body.indexOf(`<${element}>`)
    const end = body.indexOf(`</${element}>`, start)
    if (start >= 0 && end >= 0) facts[name] = unescaped(body.slice(start + element.length + 2, end))
  }
  return facts
}
