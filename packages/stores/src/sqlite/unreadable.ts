import { TurnwiseError } from '@turnwise/engine'

/** The one failure of a conversation whose rows are damaged or of a newer format. */
export const unreadable = (cause?: unknown): TurnwiseError =>
  new TurnwiseError('ERR_CONVERSATION_UNREADABLE', 'This conversation cannot be read.', { cause })

/** What is stored, or the one error for a row that cannot be read: it concerns its conversation alone. */
export const read = <T extends object>(parse: () => unknown): T => {
  try {
    const value = parse()
    if (typeof value === 'object' && value !== null) return value as T
  } catch (cause) {
    throw unreadable(cause)
  }
  throw unreadable()
}
