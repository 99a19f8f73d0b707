// A long text arrives in pieces of several characters, so that a replay takes no second.
const MOST_STEPS = 20_000

/** Characters that arrive at once when a text of this length is replayed. */
export const stepOf = (length: number): number => Math.max(1, Math.ceil(length / MOST_STEPS))
