import type { Store } from '@turnwise/engine'
import { type StoreOptions, transactionalStore } from '../transactional/store.ts'
import { memoryBackend } from './backend.ts'

/** Keeps conversations in memory: for tests, trials and short-lived processes. */
export const memoryStore = (options: StoreOptions = {}): Store =>
  transactionalStore(memoryBackend(), options)
