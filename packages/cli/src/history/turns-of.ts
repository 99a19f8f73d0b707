import { ClientProblem, createClient } from '@turnwise/client'
import type { HistoryEntry, HistoryPage } from '@turnwise/schema'

/** What every line of an exported history has in common with the page it came from. */
export type HistoryHead = Omit<HistoryPage, 'entries' | 'next'>

/** A server that cannot be asked, or does not know the conversation; said in a sentence. */
export class UnreachableHistory extends Error {}

/** Reads the history of a conversation from a running server, page by page. */
export async function* turnsOf(
  url: string,
  conversationId: string
): AsyncGenerator<{ head: HistoryHead; entry: HistoryEntry }> {
  const client = createClient({ baseUrl: url })
  let after: number | null = 0
  try {
    while (after !== null) {
      const page: HistoryPage = await client.history(conversationId, { after })
      const { entries, next, ...head } = page
      for (const entry of entries) yield { head, entry }
      after = next
    }
  } catch (error) {
    if (!(error instanceof ClientProblem)) throw error
    throw new UnreachableHistory(
      error.code === 'ERR_NETWORK'
        ? `There is no server at ${url}.`
        : `${url}: ${error.problem.title}.`
    )
  }
}
