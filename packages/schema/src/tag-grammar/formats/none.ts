import type { QueryFormat } from '../query-format.ts'
import { untagged } from '../read-facts.ts'

/** The text alone, for agents that need no context. */
export const none: QueryFormat = {
  context: () => '',
  body: ({ text }) => text,
  write: (_facts, sections) => sections.map(({ text }) => text).join('\n\n'),
  read: untagged
}
