import { randomInt } from 'node:crypto'
import {
  type Address,
  type EventsFrom,
  type Failure,
  type Grant,
  type Head,
  isTurnwiseError,
  type Reply,
  type Store
} from '@turnwise/engine'
import { textOfEntry } from '@turnwise/engine/protocol'
import { pack, packBeside, packText, unpack } from '../packed/pack.ts'
import { WakeUps } from '../transactional/wake-ups.ts'
import { admissionOf, grantOf, grantOrNull, reading } from './answers.ts'
import type { Argument, RedisReply } from './client.ts'
import type { Connection } from './connection.ts'
import { conversationList } from './conversation-list.ts'
import { keyspace } from './keys.ts'
import { liveEvents, type Place } from './live-events.ts'
import { entryOf, headOf, recordOf } from './rows.ts'
import {
  aheadArguments,
  createArguments,
  heardArgument,
  proofOf,
  replyArguments,
  seenArguments
} from './rule-arguments.ts'
import { scriptRunner } from './run-scripts.ts'
import type { Script, ScriptName } from './scripts.ts'
import { acknowledged, type Retention, ruleRunner, untilItCounts } from './slot.ts'
import { sortedIndex } from './sorted-index.ts'
import { undeliveredIndex } from './undelivered.ts'
import { unfinishedTurns } from './unfinished-turns.ts'

/** What a store on Redis is made of. */
export type Parts = {
  connection: Connection
  scripts: Record<ScriptName, Script>
  prefix: string
  retention: Retention
  /** Sent after a write that must count; null where the answer is enough. */
  acknowledge: readonly Argument[] | null
}

/** Milliseconds after which a holder looks whether it is asked to stop, without having been woken. */
const stopsLookedFor = 5000

/** Milliseconds for which what was only written to see whether it counts stays. */
const probeKept = 60_000

/** Makes a store out of a connection: each operation is one script over one conversation. */
export const storeOver = async (parts: Parts): Promise<Store> => {
  const { connection, retention } = parts
  const keys = keyspace(parts.prefix)
  const runScript = await scriptRunner(connection, parts.scripts)
  const run = ruleRunner(runScript, keys, retention)
  const counts = untilItCounts(connection, parts.acknowledge)
  const write = acknowledged(run, counts)
  const closing = new AbortController()
  const live = liveEvents(connection, runScript, closing.signal)
  const eventsOf = (address: Address): string => keys.conversation(address).events
  const stops = new WakeUps()
  await connection.listen(keys.stops, events => stops.wake(events))
  const lookAgain = (): void => stops.wakeAll()
  connection.onGap(lookAgain)
  // After a failover nobody says from when on messages are heard again.
  const looking = setInterval(lookAgain, stopsLookedFor)
  looking.unref()

  const headFor = async (address: Address): Promise<Head | null> => {
    const [kind, fields, queue] = await run('head', address, null)
    return kind === 'nothing' ? null : reading(() => headOf(address, fields, queue))
  }

  const index = sortedIndex(connection, runScript, retention.conversationTtl)
  const list = conversationList(index, keys, address => orUnreadable(headFor(address)))
  const unfinished = unfinishedTurns(index, keys, async address => {
    const looked = await orUnreadable(run('unfinished', address, null))
    return looked === 'unreadable' ? looked : looked[0]
  })

  const undelivered = undeliveredIndex(index, keys, async address => {
    const looked = await orUnreadable(run('owed', address, null))
    if (looked === 'unreadable' || looked[0] !== 'owed') return null
    const [, from, attempts, dueAt] = looked
    return {
      from: Number(from),
      attempts: Number(attempts),
      dueAt: dueAt == null ? null : Number(dueAt)
    }
  })

  /** Where reading live events begins. */
  const placeOf = async (address: Address, from: EventsFrom): Promise<Place> => {
    if (typeof from === 'string') return { kind: 'at', id: from }
    if (from === null) return { kind: 'at', id: await live.lastId(eventsOf(address)) }
    if ('at' in from) return { kind: 'at', id: from.at, itself: true }
    const [kind, id] = await run('begin', address, from.tid, from.tid)
    return { kind: kind as Place['kind'], id: String(id) }
  }

  /** The grant that came with the end of a turn; without one the conversation may be at rest. */
  const nextOf = (address: Address, next?: RedisReply, mark?: RedisReply): Grant | null => {
    if (String(next) === 'idle' && mark != null) later(unfinished.ended(address, String(mark)))
    return grantOrNull(address, next)
  }

  return {
    async admit(request) {
      const { address, tid, create } = request
      // Unlike that of any other admission, so that it is known whose mark is found.
      const mark = Date.now() * 1000 + randomInt(1000)
      const [answer] = await Promise.all([
        write(
          'admit',
          address,
          tid,
          tid,
          request.fingerprint,
          request.route,
          pack(request.input),
          request.owner,
          request.lease,
          request.waiting,
          request.wait,
          request.drives ? 1 : 0,
          ...seenArguments(request.seen),
          mark,
          ...aheadArguments(request.ahead),
          ...createArguments(create)
        ),
        // Refused, they fail nobody: whoever comes to the conversation finds what is left of it, and the
        // end of the turn lists it.
        orNothing(unfinished.beginning(address, mark)),
        create === null ? null : orNothing(list.opening(address))
      ])
      const admission = admissionOf(request, answer)
      if (admission.kind === 'unknown' || admission.kind === 'gone')
        later(unfinished.ended(address, String(mark)))
      if (admission.kind === 'granted' && admission.grant.base === 0) later(list.tidy(address))
      return admission
    },

    async adopt(address, { owner, lease }) {
      const [kind, grant] = await write('adopt', address, null, owner, lease)
      return kind === 'nothing' ? null : grantOf(address, grant)
    },

    async asking(key, { ask, query, handles }) {
      const mark = [ask, query, JSON.stringify(handles)]
      const [kind] = await write('asking', key.address, key.tid, ...proofOf(key), ...mark)
      return kind as 'marked' | 'lost' | 'gone'
    },

    async renew(key, lease) {
      const [kind, cancel] = await run('renew', key.address, key.tid, ...proofOf(key), lease)
      return kind === 'renewed' ? { kind, cancel: cancel === 1 } : { kind: 'lost' }
    },

    async journal({ address, tid, base }, reply, sent) {
      const said = [tid, base, reply.ask, ...replyArguments(reply)]
      const writing = write('journal', address, tid, ...said)
      // The client writes what it was given in this tick to the socket at the end of it, before this.
      if (sent !== undefined) setImmediate(sent)
      const [kind, earlier] = await writing
      if (kind === 'kept') return { kind, reply }
      if (kind === 'earlier')
        return { kind, reply: reading(() => unpack<Reply>(earlier as Buffer)) }
      return { kind: kind as 'late' | 'gone' }
    },

    async commit(key, { entry, heard, state, ref, event, next, deliver }) {
      const { address, tid } = key
      if (deliver) await undelivered.note(address)
      const text = textOfEntry(entry)
      const [kind, rest, mark] = await write(
        'commit',
        address,
        tid,
        ...proofOf(key),
        next?.lease ?? '',
        entry.turn,
        entry.tid,
        entry.previous,
        entry.hash,
        entry.at,
        JSON.stringify(entry.workflow),
        JSON.stringify(ref),
        packText(text),
        pack(state),
        packBeside(event, text),
        deliver ? 1 : '',
        heardArgument(heard)
      )
      if (kind === 'broken')
        throw new TypeError(`entry ${entry.turn} of ${entry.tid} does not follow the head`)
      if (kind === 'entered') {
        const first = reading(() => entryOf(rest))
        return { kind: 'committed', entry: first, next: grantOrNull(address, mark) }
      }
      if (kind !== 'committed') return { kind: kind as 'unheard' | 'lost' | 'gone' }
      later(list.used(address, entry.at))
      return { kind, entry, next: nextOf(address, rest, mark) }
    },

    async fail(key, { failure, retryable, event, next: queued }) {
      const { address, tid } = key
      const state = retryable ? 'failed-retryable' : 'failed-final'
      const end = [queued?.lease ?? '', state, JSON.stringify(failure), pack(event)]
      const [kind, ...rest] = await write('fail', address, tid, ...proofOf(key), ...end)
      if (kind === 'ended') {
        const [first, how, again] = rest
        return {
          kind: 'failed',
          failure: reading(() => unpack<Failure>(first as Buffer)),
          retryable: String(how) === 'failed-retryable',
          next: grantOrNull(address, again)
        }
      }
      if (kind !== 'failed') return { kind: kind as 'lost' | 'gone' }
      const [next, mark] = rest
      return { kind, failure, retryable, next: nextOf(address, next, mark) }
    },

    async release(key) {
      await write('release', key.address, key.tid, ...proofOf(key))
    },

    async retract(address, owner) {
      await write('retract', address, null, owner)
    },

    async withdraw(address, tid, failure) {
      const [kind] = await write('withdraw', address, tid, tid, JSON.stringify(failure))
      return kind as 'withdrawn' | 'not-waiting'
    },

    async stop(address) {
      const [kind] = await write('stop', address, null)
      return kind === 'asked'
    },

    untilStopped(address, tid, signal) {
      const stopped = async (): Promise<boolean> => {
        const [kind] = await run('stopped', address, null, tid)
        return kind === 'stopped'
      }
      // When Redis is back, everybody looks again.
      return stops.until(eventsOf(address), () => stopped().catch(() => false), signal)
    },

    async erase(address) {
      const [kind] = await write('erase', address, null)
      if (kind === 'erased') later(list.erased(address))
      return kind as 'erased' | 'unknown'
    },

    async claimDelivery(address, hold) {
      const [kind, from, attempts] = await write('claim', address, null, hold)
      return kind === 'claimed' ? { from: Number(from), attempts: Number(attempts) } : null
    },

    async delivered(address, through) {
      await write('delivered', address, null, through)
    },

    async postponeDelivery(address, from, milliseconds) {
      await write('postpone', address, null, from, milliseconds ?? '')
    },

    undelivered: () => undelivered.owing(),

    head: headFor,

    async entries(address, { after = 0, before, limit }) {
      const [, found] = await run('entries', address, null, after, before ?? '', limit)
      return reading(() => (found as readonly RedisReply[]).map(entryOf))
    },

    async record(address, tid) {
      const [, fields] = await run('record', address, tid, tid)
      return reading(() => recordOf(tid, fields))
    },

    list: (owner, page) => list.page(owner, page),

    orphans: () => unfinished.left(),

    publish: (address, tid, event) => live.publish(eventsOf(address), tid, event),

    events: (address, from, signal) =>
      live.read(keys.conversation(address), () => placeOf(address, from), signal),

    async probe() {
      await connection.send(['SET', keys.probe, '', 'PX', String(probeKept)])
      await counts?.()
    },

    async close() {
      clearInterval(looking)
      index.settle()
      closing.abort()
      await connection.close()
    }
  }
}

/** Indexes are mended by whoever reads them: nobody waits for them, and their failure fails nobody. */
const later = (work: Promise<unknown>): void => void orNothing(work)

const orNothing = (work: Promise<unknown>): Promise<unknown> => work.catch(() => {})

/** One conversation that cannot be read must not keep others from being listed. */
const orUnreadable = async <T>(work: Promise<T>): Promise<T | 'unreadable'> => {
  try {
    return await work
  } catch (error) {
    if (isTurnwiseError(error) && error.code === 'ERR_CONVERSATION_UNREADABLE') return 'unreadable'
    throw error
  }
}
