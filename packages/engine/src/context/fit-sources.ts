import { fewest } from './fewest.ts'
import type { QueryInput, QuerySection, SourceName } from './query.ts'

/** What is measured and made safe while sources are chosen. */
export type SourceFitting = {
  /** What is left of the budget. */
  room: number
  used: (name: SourceName, text: string) => number
  safe: (text: string) => string
}

/**
 * Chooses what else is told: whole texts of sources in their order, as long as they fit, then the
 * newest turns of the history; texts of one name share a section, for a reader takes one.
 */
export const fitSources = (
  { sources, history }: QueryInput,
  { room, used, safe }: SourceFitting
): QuerySection[] => {
  let left = room
  const names = sources.map(({ name }) => name)
  if (history.length > 0) names.push('HISTORY')
  return [...new Set(names)].map(name => {
    const texts: string[] = []
    const dropped: string[] = []
    const take = (text: string): void => {
      left -= used(name, text)
      if (text !== '') texts.push(text)
    }
    for (const source of sources.filter(source => source.name === name)) {
      const text = safe(source.text)
      if (used(name, text) <= left) take(text)
      else dropped.push(name)
    }
    if (name === 'HISTORY' && history.length > 0) {
      const turns = history.map(safe)
      const telling = (forgotten: number): string => turns.slice(forgotten).join('\n')
      const forgotten = fewest(turns.length, count => used(name, telling(count)) <= left)
      take(telling(forgotten))
      for (let turn = 0; turn < forgotten; turn += 1) dropped.push(name)
    }
    const text = texts.join('\n\n')
    return { name, text, used: used(name, text), dropped }
  })
}
