import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from '../house/site.ts'
import { withClient } from './client.ts'
import { type RedisServer, startRedis, startServer } from './server.ts'
import { immortalsIn, redisWorkers } from './site.ts'

/** A master, a replica and three sentinels that watch them. */
export type SentinelSite = Site & {
  /** Stops whoever is the master now until another one is, lets it go on, and waits until it follows. */
  failOver: () => Promise<void>
}

/** Milliseconds of silence after which a master counts as down. */
const downAfter = 1000

/** Starts Redis under sentinels. */
export const sentinelSite = async (): Promise<SentinelSite> => {
  const master = await startRedis()
  const replica = await startRedis({ replicaof: `127.0.0.1 ${master.port}` })
  const servers = [master, replica]
  const sentinels = await Promise.all(Array.from({ length: 3 }, () => startSentinel(master.port)))
  const ask = sentinels[0]?.port ?? 0

  /** The master as the sentinels name it. */
  const named = (): Promise<RedisServer> =>
    withClient(ask, async client => {
      const [, port] = await client.sendCommand<string[]>([
        'SENTINEL',
        'GET-MASTER-ADDR-BY-NAME',
        'main'
      ])
      const found = servers.find(server => server.port === Number(port))
      if (found === undefined) throw new Error(`the sentinels name ${port}`)
      return found
    })
  await untilSentinelsKnow(ask)

  return {
    workers: redisWorkers,
    settings: () => ({
      kind: 'redis',
      url: `redis-sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join()}/main`
    }),
    async failOver() {
      const old = await named()
      old.signal('SIGSTOP')
      while ((await named()) === old) await sleep(50)
      old.signal('SIGCONT')
      await untilFollowing(old.port)
    },
    immortals: async () => immortalsIn((await named()).port),
    leftovers: async () => [],
    close: async () => {
      await Promise.all([...sentinels, ...servers].map(server => server.close()))
    }
  }
}

const startSentinel = (master: number): Promise<RedisServer> =>
  startServer((port, folder) => {
    const file = join(folder, 'sentinel.conf')
    writeFileSync(
      file,
      [
        `port ${port}`,
        'bind 127.0.0.1',
        `sentinel monitor main 127.0.0.1 ${master} 2`,
        `sentinel down-after-milliseconds main ${downAfter}`,
        `sentinel failover-timeout main ${3 * downAfter}`
      ].join('\n')
    )
    return ['redis-sentinel', file]
  })

/** Sentinels find each other and the replicas by themselves, in a few seconds. */
const untilSentinelsKnow = (port: number): Promise<void> =>
  untilSaid(port, ['SENTINEL', 'MASTER', 'main'], said => {
    const numberOf = (field: string): number => Number(said[said.indexOf(field) + 1])
    return numberOf('num-other-sentinels') === 2 && numberOf('num-slaves') === 1
  })

const untilFollowing = (port: number): Promise<void> =>
  untilSaid(port, ['ROLE'], said => said[0] === 'slave' && said[3] === 'connected')

const untilSaid = async (
  port: number,
  command: string[],
  enough: (said: string[]) => boolean
): Promise<void> => {
  for (;;) {
    // Sentinels close all connections of a master that they make follow.
    const said = await withClient(port, client => client.sendCommand<unknown[]>(command)).catch(
      (): unknown[] => []
    )
    if (enough(said.map(String))) return
    await sleep(50)
  }
}
