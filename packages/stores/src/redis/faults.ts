import { ErrorReply } from '@redis/client'
import { isTurnwiseError, TurnwiseError } from '@turnwise/engine'

/** What Redis says when it does not do what it is asked to, in words that name no host and no key. */
const refusals: Readonly<Record<string, string>> = {
  OOM: 'Redis is out of memory.',
  READONLY: 'Redis is a replica that cannot be written.',
  NOAUTH: 'Redis refuses the password.',
  WRONGPASS: 'Redis refuses the password.',
  NOPERM: 'Redis refuses a command to this user.',
  MISCONF: 'Redis cannot write to its disk.',
  NOREPLICAS: 'Redis has too few replicas.',
  LOADING: 'Redis is still loading its data.',
  MASTERDOWN: 'Redis is a replica that has lost its master.',
  CLUSTERDOWN: 'The Redis cluster is down.',
  BUSY: 'Redis is busy with a script.'
}
const refusal = new RegExp(`\\b(?:${Object.keys(refusals).join('|')})\\b`)

/** The store cannot be reached, or what has become of the call is not known: it may be repeated. */
export const unavailable = (message: string, cause?: unknown): TurnwiseError =>
  new TurnwiseError('ERR_STORE_UNAVAILABLE', message, { retryable: true, cause })

/** What is kept of a conversation is not what this version writes; nothing was changed. */
export const unreadable = (cause?: unknown): TurnwiseError =>
  new TurnwiseError(
    'ERR_CONVERSATION_UNREADABLE',
    'What is kept of this conversation cannot be read by this version.',
    { cause }
  )

/** Whatever the client or the server reports, as the store's own error. */
export const storeError = (error: unknown): TurnwiseError => {
  if (isTurnwiseError(error)) return error
  const message = error instanceof Error ? error.message : String(error)
  if (/\bWRONGTYPE\b/.test(message)) return unreadable(error)
  const word = refusal.exec(message)?.[0]
  if (word !== undefined) return unavailable(refusals[word] ?? word, error)
  // A rule that fails has met fields that it would not have written.
  if (/\buser_script\b/.test(message)) return unreadable(error)
  return error instanceof ErrorReply
    ? unavailable('Redis answers with an error.', error)
    : unavailable('Redis cannot be reached.', error)
}
