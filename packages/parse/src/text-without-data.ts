import type { Source } from './outcome.ts'

/**
 * Gives back what an agent said around its data.
 *
 * The packaging goes with the data: a fence with its ticks, a tool call with its
 * tags. What stood before and behind it become paragraphs of their own.
 *
 * @param text the text the outcome was read from
 * @param source where the data stood in it
 * @returns the remaining text, trimmed; empty when there was nothing but data
 */
export function textWithoutData(text: string, source: Source): string {
  const around = [text.slice(0, source.outer.start), text.slice(source.outer.end)]
  return around
    .map(part => part.trim())
    .join('\n\n')
    .trim()
}
