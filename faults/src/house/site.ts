import type { StoreSettings } from '../worker/settings.ts'

/** Where the conversations of a house are kept, seen from outside of any worker. */
export type Site = {
  /** What each of its workers opens. */
  settings: (worker: number) => StoreSettings
  /** Most workers that may be open on it at once. */
  workers: number
  /** What is kept without an end although nothing was to be kept for ever; empty is right. */
  immortals: () => Promise<readonly string[]>
  /** Everything that still names a conversation, tombstones left out; no worker may be open. */
  leftovers: (conversation: string) => Promise<readonly string[]>
  close: () => Promise<void>
}
