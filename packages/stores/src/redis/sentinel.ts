import { createSentinel } from '@redis/client'
import type { Client, RedisReply } from './client.ts'
import { clientOptions, socketOptions } from './client-options.ts'

/** The master that sentinels name, and who we are to it. */
export type SentinelTarget = {
  name: string
  nodes: readonly { host: string; port: number }[]
  username: string
  password: string
  database: number
}

/** Connects to the master that the sentinels name, and to the next one after a failover. */
export const connectSentinel = async (
  target: SentinelTarget,
  deadline: number,
  onReady: () => void
): Promise<Client> => {
  const { commandOptions, ...client } = clientOptions(deadline)
  const sentinel = createSentinel({
    name: target.name,
    sentinelRootNodes: [...target.nodes],
    RESP: 3,
    commandOptions,
    scanInterval: 1000,
    nodeClientOptions: {
      ...client,
      database: target.database,
      ...(target.username === '' ? {} : { username: target.username }),
      ...(target.password === '' ? {} : { password: target.password }),
      socket: socketOptions(deadline, () => true)
    },
    sentinelClientOptions: { socket: socketOptions(deadline, () => true) }
  })
  sentinel.on('error', () => {})
  sentinel.on('client-error', () => {})
  sentinel.on('topology-change', onReady)
  // It would go on asking for ever, with nobody left to be told.
  const givingUp = setTimeout(() => void sentinel.destroy(), deadline)
  await sentinel.connect().finally(() => clearTimeout(givingUp))
  return {
    send: args => sentinel.sendCommand<RedisReply>(false, [...args]),
    subscribe: (channel, heard) => sentinel.subscribe(channel, heard),
    unsubscribe: (channel, heard) =>
      sentinel.unsubscribe(channel, heard as (message: string | Buffer) => void),
    close: () => sentinel.close(),
    destroy: () => sentinel.destroy()
  }
}
