import { brackets } from './formats/brackets.ts'
import { json } from './formats/json.ts'
import { line } from './formats/line.ts'
import { none } from './formats/none.ts'
import { xml } from './formats/xml.ts'
import type { QueryFormat } from './query-format.ts'
import { type ReadQuery, untagged } from './read-facts.ts'

/** The formats by name; `system` is `brackets` whose parts a channel sends as two messages. */
export const QUERY_FORMATS = { none, brackets, xml, line, json, system: brackets } as const

/** The name of a format of a query. */
export type QueryFormatName = keyof typeof QUERY_FORMATS

/**
 * Reads a query back into what it says, in linear time, whichever format it was written in.
 *
 * Only delimiters with the nonce of the first count, and what stands between delimiters is data.
 *
 * @param template how it was written, when that was no named format
 * @returns what was found; never throws, whatever the text is
 */
export function readQuery(query: string, template?: QueryFormat): ReadQuery {
  for (const format of [...(template === undefined ? [] : [template]), brackets, line, xml, json]) {
    const read = format.read(query)
    if (read !== null) return read
  }
  return untagged(query)
}

/**
 * Splits a query in brackets into what a chat model is told by its system and what the user says.
 *
 * @returns null when the query has no sections in brackets: it goes as it is, as the user's message
 */
export function splitSystem(query: string): { system: string; user: string } | null {
  const read = brackets.read(query)
  const end = read === null ? -1 : query.indexOf(userTag(read.nonce))
  if (read === null || end <= 0) return null
  return { system: query.slice(0, end), user: read.userInput }
}

const userTag = (nonce: string | null): string =>
  `\n\n[USER INPUT${nonce === null ? '' : ` ${nonce}`}]\n`
