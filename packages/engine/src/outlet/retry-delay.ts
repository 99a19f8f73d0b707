const first = 1000
const longest = 5 * 60 * 1000

/** Attempts on one event, over about a day; after that it waits for somebody to look. */
export const mostAttempts = 300

/** Milliseconds until the next attempt, or null when there shall be none by itself. */
export const retryDelay = (attempts: number): number | null =>
  attempts >= mostAttempts ? null : Math.min(longest, first * 2 ** Math.min(attempts, 20))
