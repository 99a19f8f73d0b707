import type { Address } from '@turnwise/engine'
import { queueLimit, waitedTooLong } from '@turnwise/engine/protocol'
import type { Argument, RedisReply } from './client.ts'
import type { Connection } from './connection.ts'
import { unavailable, unreadable } from './faults.ts'
import type { Keyspace } from './keys.ts'
import { schemaVersion } from './rows.ts'
import type { Answer, RunScript } from './run-scripts.ts'
import type { ScriptName } from './scripts.ts'

/** How long what is kept is kept, in milliseconds; 0 keeps for ever. */
export type Retention = { conversationTtl: number; idempotencyTtl: number }

/** Runs a rule over one conversation: `tid` names the record it touches, the rest are its arguments. */
export type RunRule = (
  name: ScriptName,
  address: Address,
  tid: string | null,
  ...args: readonly (Argument | number)[]
) => Promise<Answer>

const waitedTooLongText = JSON.stringify(waitedTooLong)

/** Gives the rules what all of them need: the conversation's keys, its owner, and the times. */
export const ruleRunner =
  (run: RunScript, keys: Keyspace, { conversationTtl, idempotencyTtl }: Retention): RunRule =>
  async (name, address, tid, ...args) => {
    const own = keys.conversation(address)
    const touched = [own.head, own.history, own.queue, own.turns, own.events, own.tombstone]
    if (tid !== null) touched.push(own.record(tid))
    const answer = await run(name, touched, [
      address.user,
      schemaVersion,
      String(conversationTtl),
      String(idempotencyTtl),
      keys.stops,
      String(queueLimit),
      waitedTooLongText,
      ...args.map(arg => (typeof arg === 'number' ? String(arg) : arg))
    ])
    if (answer[0] === 'unreadable') throw unreadable()
    return answer
  }

/**
 * Waits until what was written until now counts. Writes that ended in the same moment are waited for
 * together.
 *
 * @param acknowledge the command that waits; null where Redis' answer is enough
 */
export const untilItCounts = (
  connection: Pick<Connection, 'send'>,
  acknowledge: readonly Argument[] | null
): (() => Promise<void>) | null => {
  if (acknowledge === null) return null
  let waiting: Promise<RedisReply> | null = null
  return async () => {
    waiting ??= Promise.resolve().then(() => {
      waiting = null
      return connection.send(acknowledge)
    })
    const copies = await waiting
    if (Number(Array.isArray(copies) ? copies[0] : copies) < 1)
      throw unavailable('Redis could not make the write safe in time.')
  }
}

/** Makes a rule resolve only when what it wrote counts. */
export const acknowledged = (run: RunRule, counts: (() => Promise<void>) | null): RunRule =>
  counts === null
    ? run
    : async (...call) => {
        const answer = await run(...call)
        await counts()
        return answer
      }
