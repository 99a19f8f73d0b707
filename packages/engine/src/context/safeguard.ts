import { markWords, neutralise } from '@turnwise/schema'
import { chooseMark } from './data-mark.ts'
import type { QueryInput } from './query.ts'

/** Makes texts from outside fit to stand in a query. */
export type Safeguard = {
  /** What was said or collected: spells no tag, and shows that it is data where that is wanted. */
  text: (text: string) => string
  /** What is told as it is: names, steps, constraints, and what the user says now. */
  name: (text: string) => string
  /** What joins the words of such a text; null when nothing is marked. */
  mark: string | null
}

/** The safeguard of one query: by the tags of its format, with a mark that none of its texts holds. */
export const safeguard = (input: QueryInput): Safeguard => {
  const { format, data, sources, history, datamark } = input
  const tags = typeof format === 'string' ? undefined : format.tags
  const name = (text: string): string => neutralise(text, tags)
  const texts = () => [JSON.stringify(data), ...sources.map(({ text }) => text), ...history]
  const mark = datamark ? chooseMark(texts()) : null
  return { name, mark, text: mark === null ? name : text => markWords(name(text), mark) }
}
