import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Address, Store } from '@turnwise/engine'
import { type Damage, fenceAhead } from '@turnwise/engine/conformance'
import { sqliteStore } from '@turnwise/stores/sqlite'
import { newFolder } from './new-folder.ts'

type Options = Parameters<typeof sqliteStore>[0]

const opened = new Map<Store, Options>()

const at = async (options: Options): Promise<Store> => {
  const store = await sqliteStore(options)
  opened.set(store, options)
  return store
}

/** Opens new files, and those it has opened, again, and damages what is in them. */
export const sqliteHarness = {
  open: (keep: Omit<Options, 'file'> = {}) => at({ file: join(newFolder(), 'store.db'), ...keep }),
  async reopen(store: Store): Promise<Store> {
    const options = opened.get(store)
    if (options === undefined) throw new Error('this store was not opened here')
    await store.close()
    return at(options)
  },
  async damage(store: Store, address: Address, how: Damage) {
    const options = opened.get(store)
    if (options === undefined) throw new Error('this store was not opened here')
    const database = new DatabaseSync(options.file)
    const change = {
      unreadable: `state = '{"data":'`,
      newer: 'format = format + 1',
      ahead: `fence = ${fenceAhead}`
    }[how]
    database
      .prepare(`UPDATE conversation SET ${change} WHERE tenant = ? AND id = ?`)
      .run(address.tenant, address.conversation)
    database.close()
  }
}
