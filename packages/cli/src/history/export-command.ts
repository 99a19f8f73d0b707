import type { Writable } from 'node:stream'
import { turnsOf, UnreachableHistory } from './turns-of.ts'

export interface HistoryExportCommand {
  readonly conversation: string
  readonly url: string
  readonly output: Writable
  readonly errors: Writable
}

/**
 * Runs `turnwise history export`: JSON Lines, one for each turn with the head of its conversation.
 *
 * @returns the exit code: 0, or 2 when the history cannot be had
 */
export async function historyExportCommand({
  conversation,
  url,
  output,
  errors
}: HistoryExportCommand): Promise<number> {
  try {
    for await (const { head, entry } of turnsOf(url, conversation))
      output.write(`${JSON.stringify({ ...head, entry })}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof UnreachableHistory)) throw error
    errors.write(`${error.message}\n`)
    return 2
  }
}
