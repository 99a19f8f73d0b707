import type { Citation, DisplayMessage } from '@turnwise/schema'
import type { HeardMessage } from './heard-reply.ts'

/**
 * What a person sees of a message: its text first, then cards, files and signals.
 *
 * @param text what is shown in place of what the agent said; empty shows no text
 * @param citations sources the agent named besides those of the message
 */
export const displayed = (
  message: HeardMessage,
  text: string = message.text,
  citations: readonly Citation[] = []
): DisplayMessage[] => {
  const { parts, suggestedActions } = message
  const shown: DisplayMessage[] = [
    ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
    ...parts
  ].map(part => ({ ...part, citations: [], suggestedActions: [] }))
  // Choices need a message to stand under.
  if (shown.length === 0 && suggestedActions.length > 0)
    shown.push({ kind: 'status', citations: [], suggestedActions: [] })
  return shown.map((part, index) => ({
    ...part,
    citations: index === 0 ? [...message.citations, ...citations] : [],
    suggestedActions: index === shown.length - 1 ? suggestedActions : []
  }))
}
