import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Store } from '@turnwise/engine'
import { type Damage, fenceAhead, type StoreHarness } from '@turnwise/engine/conformance'
import { redisStore } from '@turnwise/stores/redis'
import { sqliteStore } from '@turnwise/stores/sqlite'
import { withClient } from '../redis/client.ts'
import { mutationInForce } from './mutation.ts'
import { scriptsWith } from './scripts-with.ts'

/** Stores of files in a folder. */
export const sqliteHarness = (folder: string): StoreHarness => {
  const files = new Map<Store, string>()
  return {
    async open(keep) {
      const file = join(folder, `${randomUUID()}.db`)
      const store = await sqliteStore({ file, ...keep })
      files.set(store, file)
      return store
    },
    async damage(store, { tenant, conversation }, how) {
      const database = new DatabaseSync(files.get(store) ?? '')
      database
        .prepare(`UPDATE conversation SET ${damagedColumns[how]} WHERE tenant = ? AND id = ?`)
        .run(tenant, conversation)
      database.close()
    }
  }
}

const damagedColumns: Record<Damage, string> = {
  unreadable: `state = '{"data":'`,
  newer: 'format = format + 1',
  ahead: `fence = ${fenceAhead}`
}

/** Stores on a Redis of this machine, with the scripts as the mutation in force has them. */
export const redisHarness = (port: number): StoreHarness => {
  const scripts = scriptsWith(mutationInForce())
  const prefixes = new Map<Store, string>()
  return {
    async open(keep) {
      const prefix = `${randomUUID()}:`
      const url = `redis://127.0.0.1:${port}`
      const store = await redisStore({ url, prefix, ...keep, ...scripts })
      prefixes.set(store, prefix)
      return store
    },
    async damage(store, { tenant, conversation }, how) {
      const head = `${prefixes.get(store)}{${tenant}.${conversation}}:h`
      await withClient(port, client => client.hSet(head, damagedFields[how]))
    }
  }
}

const damagedFields: Record<Damage, Record<string, string>> = {
  unreadable: { st: '{"data":' },
  newer: { sv: '2' },
  ahead: { f: String(fenceAhead) }
}
