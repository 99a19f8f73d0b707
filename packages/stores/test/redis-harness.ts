import { randomUUID } from 'node:crypto'
import { createClient } from '@redis/client'
import type { Address, Store } from '@turnwise/engine'
import { fenceAhead, type StoreHarness } from '@turnwise/engine/conformance'
import { type RedisStoreOptions, redisStore } from '@turnwise/stores/redis'

/** Sends commands past the store. */
export const sendTo = async (url: string, ...commands: readonly string[][]): Promise<unknown[]> => {
  const client = createClient({ url })
  client.on('error', () => {})
  await client.connect()
  try {
    const replies: unknown[] = []
    for (const command of commands) replies.push(await client.sendCommand(command))
    return replies
  } finally {
    client.destroy()
  }
}

/** Where the head of a conversation is kept, whose names need no hashing. */
export const headKey = (prefix: string, { tenant, conversation }: Address): string =>
  `${prefix}{${tenant}.${conversation}}:h`

export type RedisHarness = Required<StoreHarness> & {
  open: (more?: Partial<RedisStoreOptions>) => Promise<Store>
  optionsOf: (store: Store) => RedisStoreOptions
}

/** Opens stores on one server, each with keys of its own, and those it has opened, again. */
export const redisHarness = (
  url: () => string,
  always: Partial<RedisStoreOptions> = {}
): RedisHarness => {
  const opened = new Map<Store, RedisStoreOptions>()
  const at = async (options: RedisStoreOptions): Promise<Store> => {
    const store = await redisStore(options)
    opened.set(store, options)
    return store
  }
  const optionsOf = (store: Store): RedisStoreOptions => {
    const options = opened.get(store)
    if (options === undefined) throw new Error('this store was not opened here')
    return options
  }
  return {
    optionsOf,
    open: (more = {}) => at({ url: url(), prefix: `${randomUUID()}:`, ...always, ...more }),
    async reopen(store) {
      await store.close()
      return at(optionsOf(store))
    },
    async damage(store, address, how) {
      const key = headKey(optionsOf(store).prefix ?? '', address)
      const fields = {
        unreadable: ['st', '{"data":'],
        newer: ['sv', '2'],
        ahead: ['f', String(fenceAhead)]
      }
      await sendTo(url(), ['HSET', key, ...fields[how]])
    }
  }
}
