import type { Store } from '@turnwise/engine'
import { type StoreOptions, transactionalStore } from '../transactional/store.ts'
import { sqliteBackend } from './backend.ts'

/**
 * Keeps conversations in one SQLite file, for one server process.
 *
 * @param options.file path of the file; its folder is made when it is missing
 * @throws TurnwiseError `ERR_STORE_LOCKED` when another process has the file, `ERR_STORE_UNAVAILABLE`
 *   when it cannot be opened
 */
export const sqliteStore = async ({
  file,
  ...options
}: StoreOptions & { file: string }): Promise<Store> =>
  transactionalStore(sqliteBackend(file), options)
