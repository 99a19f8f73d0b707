import type { Caller } from '@turnwise/engine'

/** What a request carries through the app. */
export type ServerEnv = {
  Variables: {
    requestId: string
    /** Set on every route below `/api`. */
    caller: Caller
  }
}
