import type { Writable } from 'node:stream'
import { ClientProblem, createClient } from '@turnwise/client'

export interface ForkCommand {
  readonly conversation: string
  /** Number of the turn after which to go on; the last one when absent. */
  readonly turn?: number
  readonly url: string
  readonly output: Writable
  readonly errors: Writable
}

/**
 * Runs `turnwise fork`: opens a conversation that goes on after a turn of another one, and prints its id.
 *
 * @returns the exit code: 0, or 2 when it cannot be forked
 */
export async function forkCommand({
  conversation: conversationId,
  turn,
  url,
  output,
  errors
}: ForkCommand): Promise<number> {
  const request = { conversationId, ...(turn === undefined ? {} : { turn }) }
  try {
    const answer = await createClient({ baseUrl: url }).fork(request).answer
    output.write(`${answer.conversationId}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof ClientProblem)) throw error
    errors.write(
      error.code === 'ERR_NETWORK'
        ? `There is no server at ${url}.\n`
        : `${error.problem.title}: ${error.problem.detail}\n`
    )
    return 2
  }
}
