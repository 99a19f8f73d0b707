/** One message that reached the agent. */
export type AgentCall = {
  /** The far side's conversation. */
  conversation: string
  /** What was said, which is the key of the turn that said it. */
  key: string
  /** 0 when it was said, 1 when the agent was asked to put its answer right. */
  ask: 0 | 1
  /** Milliseconds since the epoch. */
  at: number
}

/** How the agent behaves until it is told otherwise. */
export type Manner = {
  /** Milliseconds until it answers, from and to; which one follows from what it is asked. */
  delay: readonly [number, number]
  /** Pieces it writes its answer in, before it is there as a whole; 0 for none. */
  pieces: number
  /** Milliseconds between two pieces. */
  step: number
}

/** Answers at once and in one piece. */
export const promptManner: Manner = { delay: [0, 0], pieces: 0, step: 0 }
