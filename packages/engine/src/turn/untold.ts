import type { TurnEvent } from '../ports/store.ts'

/** What live readers are to be told next, and what to call when they were. */
export type Untold = { event: TurnEvent; told: () => void }
