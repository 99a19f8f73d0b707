import { type Client, createClient } from '@turnwise/client'
import { createReachability, type Reachability } from './reachability.ts'

/** The way to the server: calls, and whether they get through. */
export type Connection = { client: Client; reachability: Reachability }

/**
 * Attempts before a turn is shown as stuck. Few, because a lost server is looked for separately and
 * found again by itself, and nonsense does not get better by asking ten times.
 */
const ATTEMPTS = 4

/** Connects to the server this page came from. */
export function connect(baseUrl = ''): Connection {
  const reachability = createReachability(async () => {
    const response = await fetch(`${baseUrl}/health/live`, { signal: AbortSignal.timeout(5_000) })
    return response.ok
  })
  const client = createClient({
    baseUrl,
    retry: { attempts: ATTEMPTS, pause: 400, longestPause: 3_000 },
    fetch: async (input, init) => {
      try {
        const response = await fetch(input, init)
        reachability.met(true)
        return response
      } catch (error) {
        if (!init?.signal?.aborted) reachability.met(false)
        throw error
      }
    }
  })
  return { client, reachability }
}
