import { createClient } from '@redis/client'
import type { Argument, Client, RedisReply } from './client.ts'
import { clientOptions, socketOptions } from './client-options.ts'
import { storeError, unavailable } from './faults.ts'
import { connectSentinel, type SentinelTarget } from './sentinel.ts'

/** A connection for commands and one for listening, each with its own reconnecting. */
export interface Connection {
  /**
   * Sends a command.
   *
   * @throws TurnwiseError `ERR_STORE_UNAVAILABLE` when there is no connection, or no answer within the
   *   deadline: what has become of the command is not known then
   */
  send(args: readonly Argument[]): Promise<RedisReply>
  /** Hears a channel until the returned function is called. */
  listen(channel: string, heard: (message: string) => void): Promise<() => void>
  /** Calls back when messages may have been missed. */
  onGap(callback: () => void): () => void
  close(): Promise<void>
}

export type ConnectionOptions = {
  url: string
  /** Milliseconds a command may take. */
  deadline: number
}

/**
 * Connects to Redis, or to the master that sentinels name.
 *
 * @param options.url `redis[s]://[user[:password]@]host[:port][/database]`, or `redis-sentinel://` with
 *   several hosts and the master's name as path
 * @throws TurnwiseError `ERR_STORE_UNAVAILABLE` when it cannot be reached, or refuses
 */
export const connect = async ({ url, deadline }: ConnectionOptions): Promise<Connection> => {
  const gaps = new Set<() => void>()
  const gap = (): void => {
    for (const callback of gaps) callback()
  }
  const open = (onReady: () => void): Promise<Client> =>
    within(
      deadline + 1000,
      url.startsWith('redis-sentinel:')
        ? connectSentinel(sentinelTarget(url), deadline, onReady)
        : connectServer(url, deadline, onReady)
    )
  const commands = await open(() => {})
  const listener = await open(gap).catch(async error => {
    await commands.destroy()
    throw error
  })
  let closed = false

  return {
    async send(args) {
      if (closed) throw unavailable('The store is closed.')
      return within(deadline, commands.send(args))
    },
    async listen(channel, heard) {
      if (closed) throw unavailable('The store is closed.')
      await within(deadline, listener.subscribe(channel, heard))
      return () => void listener.unsubscribe(channel, heard).catch(() => {})
    },
    onGap(callback) {
      gaps.add(callback)
      return () => gaps.delete(callback)
    },
    async close() {
      if (closed) return
      closed = true
      await within(deadline, commands.close()).catch(() => commands.destroy())
      await listener.destroy()
    }
  }
}

/** Rejects with the store's own error, at the latest after the deadline. */
const within = <T>(milliseconds: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(unavailable('Redis does not answer in time.')),
      milliseconds
    )
    work.then(resolve, error => reject(storeError(error))).finally(() => clearTimeout(timer))
  })

const connectServer = async (
  url: string,
  deadline: number,
  onReady: () => void
): Promise<Client> => {
  let started = false
  const client = createClient({
    url,
    ...clientOptions(deadline),
    socket: socketOptions(deadline, () => started)
  })
  // Whoever sends a command is told; between commands nobody needs to be.
  client.on('error', () => {})
  client.on('ready', onReady)
  await client.connect()
  started = true
  return {
    send: args => client.sendCommand<RedisReply>(args),
    subscribe: (channel, heard) => client.subscribe(channel, heard),
    unsubscribe: (channel, heard) => client.unsubscribe(channel, heard),
    close: async () => (client.isReady ? client.close() : client.destroy()),
    destroy: () => client.isOpen && client.destroy()
  }
}

const sentinelTarget = (url: string): SentinelTarget => {
  const [, credentials = '', hosts = '', name = '', query = ''] =
    /^redis-sentinel:\/\/(?:([^@/]*)@)?([^/?]+)\/([^?]+)(?:\?(.*))?$/.exec(url) ?? []
  const [username = '', password = ''] = credentials.split(':').map(decodeURIComponent)
  const nodes = hosts.split(',').map(host => {
    const { hostname, port } = new URL(`redis://${host}`)
    return { host: hostname, port: Number(port || 26_379) }
  })
  const database = Number(new URLSearchParams(query).get('db') ?? 0)
  return { name: decodeURIComponent(name), nodes, username, password, database }
}
