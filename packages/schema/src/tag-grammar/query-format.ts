import type { ContextFacts } from './context-facts.ts'
import type { ReadQuery } from './read-facts.ts'
import type { SectionName } from './section.ts'

/** A section besides the context; its text is neutralised and not yet in the form of a format. */
export interface QueryText {
  readonly name: Exclude<SectionName, 'CONTEXT'>
  readonly text: string
}

/** One way to tell an agent where the workflow stands and what the user said. */
export interface QueryFormat {
  /** The context as it stands in a query, without its tags: what a budget counts. */
  context(facts: ContextFacts): string
  /** A section's text as it stands in a query: escaped where the format has to. */
  body(section: QueryText): string
  /**
   * Writes a whole query by joining its parts; nothing is ever run over data.
   *
   * @param facts null leaves the context out
   * @param nonce the random mark in every tag; null writes literal tags
   * @throws RangeError when the nonce is not 1 to 64 ASCII letters and digits
   */
  write(facts: ContextFacts | null, sections: readonly QueryText[], nonce: string | null): string
  /** Reads such a query in linear time; null when it has another form. Never throws. */
  read(query: string): ReadQuery | null
}
