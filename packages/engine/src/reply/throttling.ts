import type { HeardMessage } from './heard-reply.ts'

// A message of the service is short; a long one that quotes a code is somebody's words about it.
const longest = 600
const code = /(?:^|[.!?\n])\s{0,4}Error code: {0,4}(\w{0,64}RateLimit(?:Reached|Exceeded))\b/i

/**
 * The error code of a message by which the service says that it is busy, instead of an HTTP status.
 *
 * Only a message that says nothing else counts, and only the last of a reply: after an answer that
 * came all the same there is nothing to try again.
 *
 * @see https://learn.microsoft.com/troubleshoot/power-platform/copilot-studio/authoring/error-codes
 */
export const throttlingCode = (message: HeardMessage | undefined): string | null => {
  if (message === undefined || message.parts.length > 0 || message.text.length > longest)
    return null
  return code.exec(message.text)?.[1] ?? null
}
