import { TurnwiseError } from '@turnwise/engine'
import type { Argument } from './client.ts'
import type { Connection } from './connection.ts'
import { unavailable } from './faults.ts'

/** When a write counts: in the memory of the server, on its disk, or at a replica too. */
export type Acknowledgement = 'memory' | 'fsync' | 'replica'

/** Oldest server that has every command in use. */
const oldest = [6, 2] as const

/**
 * Looks whether this server can do what is asked of it.
 *
 * @returns the command that makes a write count, to be sent after it; null where none is needed
 * @throws TurnwiseError `ERR_STORE_UNAVAILABLE` when it cannot
 */
export const checkServer = async (
  connection: Connection,
  acknowledgement: Acknowledgement,
  deadline: number,
  warn: (message: string) => void
): Promise<readonly Argument[] | null> => {
  const facts = factsOf(String(await connection.send(['INFO'])))
  const version = facts.get('redis_version') ?? '0'
  if (!atLeast(version, oldest)) throw unfit(`Redis ${version} is too old: 6.2 is the oldest.`)
  if (facts.get('role') === 'slave') throw unavailable('Redis is a replica that cannot be written.')
  const policy = facts.get('maxmemory_policy') ?? 'noeviction'
  if (policy !== 'noeviction')
    warn(
      `Redis evicts keys when its memory is full (${policy}): turns can be lost. Set noeviction.`
    )

  if (acknowledgement === 'replica' && facts.get('connected_slaves') === '0')
    warn('ack=replica, and Redis has no replica: no write counts before it has one.')
  if (acknowledgement === 'replica') return ['WAIT', '1', String(Math.ceil(deadline / 2))]
  if (acknowledgement === 'memory') return null
  if (facts.get('aof_enabled') !== '1') throw unfit('ack=fsync needs appendonly yes.')
  if (atLeast(version, [7, 2])) return ['WAITAOF', '1', '0', String(Math.ceil(deadline / 2))]
  const always = await connection.send(['CONFIG', 'GET', 'appendfsync']).then(
    reply => String(reply).endsWith('always'),
    () => false
  )
  if (!always) throw unfit(`ack=fsync needs appendfsync always on Redis ${version}.`)
  return null
}

const unfit = (message: string): TurnwiseError =>
  new TurnwiseError('ERR_STORE_UNAVAILABLE', message)

const factsOf = (info: string): ReadonlyMap<string, string> =>
  new Map(
    info.split('\r\n').flatMap(line => {
      const colon = line.indexOf(':')
      return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1)] as const]
    })
  )

const atLeast = (version: string, [major, minor]: readonly [number, number]): boolean => {
  const [ours = 0, below = 0] = version.split('.').map(Number)
  return ours > major || (ours === major && below >= minor)
}
