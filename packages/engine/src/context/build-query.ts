import type { QueryText } from '@turnwise/schema'
import { formatOf } from './context-format.ts'
import { fitContext } from './fit-context.ts'
import { fitSources } from './fit-sources.ts'
import type { Query, QueryInput, QuerySection } from './query.ts'
import { safeguard } from './safeguard.ts'

/**
 * Writes the query for one turn: what is known, then what the user said.
 *
 * Assembly is a join of slots; nothing is ever run over data, so `$&`, `{placeholder}` and tags
 * inside data stay data. The user's text is never cut: only neutralised where it spells a tag.
 */
export const buildQuery = (input: QueryInput): Query => {
  const format = formatOf(input.format)
  const safe = safeguard(input)
  const used = (name: QueryText['name'], text: string): number =>
    input.count(format.body({ name, text }))
  const whole = (name: 'CONTRACT' | 'USER INPUT', text: string): QuerySection => ({
    name,
    text,
    used: used(name, text),
    dropped: []
  })
  const user = whole('USER INPUT', safe.name(input.text))
  if (input.format === 'none')
    return { query: user.text, sections: [user], tier: 'full', truncated: false }

  const { facts, section, tier } = fitContext(input, format, safe)
  const room = input.budget - section.used
  const further = [
    ...(input.contract === null ? [] : [whole('CONTRACT', input.contract)]),
    ...fitSources(input, { room, used, safe: safe.text })
  ]
  const sections = [section, ...further, user]
  const written = [...further.filter(({ text }) => text !== ''), user]
  return {
    query: format.write(facts, written.filter(isText), input.nonce),
    sections,
    tier,
    truncated: sections.some(({ dropped }) => dropped.length > 0)
  }
}

const isText = (section: QuerySection): section is QuerySection & QueryText =>
  section.name !== 'CONTEXT'
