import { noToken, tokenUnavailable } from './errors.ts'

/** Tells whether a text may stand in a header: a header's own complaint would repeat the token. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

/**
 * Makes the bearer of one call.
 *
 * @param configured what the operator set, which wins over the user's
 * @param user the token of the user who sent the message
 * @throws TurnwiseError `ERR_CHANNEL_REJECTED` with status 401 when there is none that can be sent,
 *   `ERR_CHANNEL_UNREACHABLE` when making one failed
 */
export async function bearer(
  configured: string | (() => Promise<string>) | undefined,
  user: string | undefined,
  signal: AbortSignal
): Promise<string> {
  const token =
    typeof configured === 'function' ? await made(configured, signal) : (configured ?? user)
  if (token === undefined || !isToken(token)) throw noToken()
  return token
}

async function made(make: () => Promise<string>, signal: AbortSignal): Promise<string> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    signal.throwIfAborted()
    return await Promise.race([make(), aborted])
  } catch (error) {
    throw signal.aborted ? error : tokenUnavailable(error)
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
