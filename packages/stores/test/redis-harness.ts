import { randomUUID } from 'node:crypto'
import type { Store } from '@turnwise/engine'
import type { StoreHarness } from '@turnwise/engine/conformance'
import { type RedisStoreOptions, redisStore } from '@turnwise/stores/redis'

/** Opens stores on one server, each with keys of its own, and those it has opened, again. */
export const redisHarness = (
  url: () => string,
  more: Partial<RedisStoreOptions> = {}
): Required<StoreHarness> & { open: (keep?: Partial<RedisStoreOptions>) => Promise<Store> } => {
  const opened = new Map<Store, RedisStoreOptions>()
  const at = async (options: RedisStoreOptions): Promise<Store> => {
    const store = await redisStore(options)
    opened.set(store, options)
    return store
  }
  return {
    open: (keep = {}) => at({ url: url(), prefix: `${randomUUID()}:`, ...more, ...keep }),
    async reopen(store) {
      const options = opened.get(store)
      if (options === undefined) throw new Error('this store was not opened here')
      await store.close()
      return at(options)
    }
  }
}
