import type { Store } from '@turnwise/engine'
import type { StoreOptions } from '../transactional/store.ts'
import { connect } from './connection.ts'
import { loadScripts } from './scripts.ts'
import { type Acknowledgement, checkServer } from './server-check.ts'
import { storeOver } from './store.ts'

export type { Acknowledgement } from './server-check.ts'

/** Times in milliseconds. */
export type RedisStoreOptions = StoreOptions & {
  /**
   * `redis[s]://[user[:password]@]host[:port][/database]`, or
   * `redis-sentinel://[user:password@]host:port,host:port/master[?db=n]`.
   */
  url: string
  /**
   * When a write counts: `memory` as soon as Redis answers, `fsync` when it is on disk, `replica` when
   * a replica has it. What did not count is answered as unavailable, and may be repeated.
   */
  ack?: Acknowledgement
  /** How long a command may take; default 5,000. */
  deadline?: number
  /** Sets the keys of one installation apart from others on the same server. */
  prefix?: string
  /** Told what is worth knowing and stops nothing. */
  onWarning?: (message: string) => void
  /** Gives the text of a part of the scripts in place of its file, for tests. */
  readScript?: (part: string) => string
}

const day = 24 * 60 * 60 * 1000

/**
 * Keeps conversations in Redis, for any number of workers.
 *
 * Redis 6.2 or later, with `maxmemory-policy noeviction`.
 *
 * @throws TurnwiseError `ERR_STORE_UNAVAILABLE` when it cannot be reached, refuses us, is a replica, or
 *   cannot give the acknowledgement that is asked for
 */
export const redisStore = async (options: RedisStoreOptions): Promise<Store> => {
  const { url, ack = 'memory', deadline = 5000, onWarning = () => {} } = options
  const connection = await connect({ url, deadline })
  try {
    return await storeOver({
      connection,
      scripts: loadScripts(options.readScript),
      prefix: options.prefix ?? '',
      retention: {
        conversationTtl: options.conversationTtl ?? day,
        idempotencyTtl: options.idempotencyTtl ?? day
      },
      acknowledge: await checkServer(connection, ack, deadline, onWarning)
    })
  } catch (error) {
    await connection.close()
    throw error
  }
}
