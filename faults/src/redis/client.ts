import { createClient } from '@redis/client'

/** Asks a Redis of this machine something, over a connection of its own. */
export const withClient = async <T>(
  port: number,
  work: (client: ReturnType<typeof connectionTo>) => Promise<T>
): Promise<T> => {
  const client = connectionTo(port)
  // Redis may be killed while it is asked; whoever asks is told by what was asked.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    client.destroy()
  }
}

const connectionTo = (port: number) =>
  createClient({ RESP: 2, socket: { host: '127.0.0.1', port, reconnectStrategy: false } })
