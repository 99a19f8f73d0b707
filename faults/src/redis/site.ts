import type { Site } from '../house/site.ts'
import { AppendOnlyFile } from './append-only-file.ts'
import { withClient } from './client.ts'
import { type RedisServer, startRedis } from './server.ts'
import { openWire, type Wire } from './wire.ts'

/** Workers on one Redis. */
export const redisWorkers = 3

/** A Redis for several workers, with a wire to each that can be cut. */
export type RedisSite = Site & {
  server: RedisServer
  file: AppendOnlyFile
  wires: readonly Wire[]
}

/** Starts a Redis, and a wire for each worker. */
export const redisSite = async (
  settings: Parameters<typeof startRedis>[0] = {}
): Promise<RedisSite> => {
  const server = await startRedis(settings)
  const file = new AppendOnlyFile(server.folder)
  const wires = await Promise.all(Array.from({ length: redisWorkers }, () => openWire(server.port)))
  return {
    server,
    file,
    wires,
    workers: redisWorkers,
    settings: worker => ({
      kind: 'redis',
      url: `redis://127.0.0.1:${wires[worker]?.port ?? server.port}`
    }),
    immortals: () => immortalsIn(server.port),
    leftovers: conversation =>
      withClient(server.port, async client =>
        (await client.keys('*')).filter(name => name.includes(conversation) && !name.endsWith(':z'))
      ),
    async close() {
      file.close()
      await Promise.all(wires.map(wire => wire.close()))
      await server.close()
    }
  }
}

/** Keys without an end. */
export const immortalsIn = (port: number): Promise<readonly string[]> =>
  withClient(port, async client => {
    const names = await client.keys('*')
    const ends = await Promise.all(names.map(name => client.ttl(name)))
    return names.filter((_, index) => ends[index] === -1)
  })
