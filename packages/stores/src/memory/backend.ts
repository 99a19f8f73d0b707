import type { Address, Entry, Head, TurnRecord, Undelivered } from '@turnwise/engine'
import { ended, frozenJson, textOfEntry } from '@turnwise/engine/protocol'
import { type Backend, position, type Rows, readPosition } from '../transactional/backend.ts'

/** An entry as text: most are never read again, and as text they are nobody's to change. */
type KeptEntry = { tid: string; text: string }

/** Rows as this store keeps them and hands them out: frozen, and nobody else's. */
type Conversation = {
  head: Head | null
  records: Map<string, TurnRecord>
  entries: KeptEntry[]
  undelivered: Undelivered | null
  tombstone: { until: number | null } | null
}

const nothing = (): Conversation => ({
  head: null,
  records: new Map(),
  entries: [],
  undelivered: null,
  tombstone: null
})

/** Keeps conversations in this process; they end with it. */
export const memoryBackend = (): Backend => {
  const conversations = new Map<string, Conversation>()

  return {
    boot: 1,
    async transact(address, _, work) {
      const key = keyOf(address)
      const { rows, after } = draftOf(conversations.get(key) ?? nothing())
      const result = work(rows)
      const written = after()
      if (written !== null) conversations.set(key, written)
      return result
    },
    read: async (address, work) =>
      work(draftOf(conversations.get(keyOf(address)) ?? nothing()).rows),
    async list(owner, { cursor, limit, wall }) {
      const heads = headsOf(conversations)
        .filter(({ address }) => address.tenant === owner.tenant && address.user === owner.user)
        .filter(head => head.version > 0 && (head.expiresAt === null || head.expiresAt > wall))
        .filter(head => cursor === null || comesAfter(head, readPosition(cursor)))
        .sort((a, b) => (comesAfter(a, readPosition(positionOf(b))) ? 1 : -1))
      const page = heads.slice(0, limit)
      const last = page.at(-1)
      return {
        heads: page,
        next: heads.length > limit && last ? positionOf(last) : null
      }
    },
    async unfinished(now): Promise<readonly Address[]> {
      return headsOf(conversations)
        .filter(head => head.tid !== null || head.queue.length > 0)
        .filter(head => head.lease === null || head.lease.until <= now)
        .map(({ address }) => address)
    },
    async undelivered() {
      return [...conversations.values()]
        .flatMap(({ head, undelivered }) =>
          head === null || undelivered === null ? [] : [{ ...undelivered, address: head.address }]
        )
        .sort(
          (a, b) => (a.dueAt ?? Number.POSITIVE_INFINITY) - (b.dueAt ?? Number.POSITIVE_INFINITY)
        )
        .slice(0, 1000)
    },
    async sweep(wall) {
      let removed = false
      const over = (at: number | null | undefined): boolean => at != null && at <= wall
      for (const [key, { head, records, undelivered, tombstone }] of conversations) {
        const idle = head?.tid === null && undelivered === null
        if (head === null ? over(tombstone?.until) : idle && over(head.expiresAt))
          removed = conversations.delete(key)
        for (const record of records.values())
          if (ended(record) && over(record.expiresAt)) removed = records.delete(record.tid)
      }
      return removed
    },
    // What a process forgets is nowhere else.
    async scrub() {},
    async probe() {},
    async close() {
      conversations.clear()
    }
  }
}

const keyOf = ({ tenant, conversation }: Address): string => JSON.stringify([tenant, conversation])

const headsOf = (conversations: ReadonlyMap<string, Conversation>): Head[] =>
  [...conversations.values()].flatMap(({ head }) => (head === null ? [] : [head]))

const positionOf = ({ lastTurnAt, address }: Head): string =>
  position(lastTurnAt, address.conversation)

/** Last used first, then by id, as the cursor has it. */
const comesAfter = (head: Head, { at, id }: { at: string; id: string }): boolean =>
  head.lastTurnAt === at ? head.address.conversation < id : head.lastTurnAt < at

const readEntry = (kept: KeptEntry | undefined): Entry | null =>
  kept === undefined ? null : JSON.parse(kept.text)

/** Collects the writes of one transaction, so that a throw in the middle leaves nothing behind. */
const draftOf = (before: Conversation): { rows: Rows; after: () => Conversation | null } => {
  let { head, records, entries, undelivered, tombstone } = before
  let changed = false
  const put = new Map<string, TurnRecord>()
  const appended: KeptEntry[] = []
  const write = (): void => {
    changed = true
  }

  const rows: Rows = {
    outline: () => head && { ...head, user: head.address.user },
    head: () => head,
    putHead(next) {
      head = frozenJson(next, head)
      write()
    },
    record: tid => put.get(tid) ?? records.get(tid) ?? null,
    putRecord(record) {
      put.set(record.tid, frozenJson(record, rows.record(record.tid)))
      write()
    },
    entry: turn => readEntry(entries[turn - 1] ?? appended[turn - 1 - entries.length]),
    entryOf: (tid, after) => readEntry(entries.slice(after).find(entry => entry.tid === tid)),
    appendEntry(entry) {
      appended.push({ tid: entry.tid, text: textOfEntry(entry) })
      write()
    },
    undelivered: () => undelivered,
    putUndelivered(next) {
      undelivered = frozenJson(next)
      write()
    },
    tombstone: () => tombstone,
    clear() {
      head = null
      records = new Map()
      entries = []
      undelivered = null
      put.clear()
      appended.length = 0
      write()
    },
    bury(until) {
      tombstone = { until }
      write()
    }
  }

  /** What the conversation is when all of it is written; null when nothing was. */
  const after = (): Conversation | null => {
    if (!changed) return null
    for (const [tid, record] of put) records.set(tid, record)
    entries.push(...appended)
    return { head, records, entries, undelivered, tombstone }
  }
  return { rows, after }
}
