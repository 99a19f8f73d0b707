import type { Address, Entry, Head, TurnRecord, Undelivered } from '@turnwise/engine'
import { ended } from '@turnwise/engine/protocol'
import { type Backend, position, type Rows, readPosition } from '../transactional/backend.ts'

type Conversation = {
  head: Head | null
  records: Map<string, TurnRecord>
  entries: Entry[]
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
      const { rows, changes } = draftOf(conversations.get(key) ?? nothing())
      const result = work(rows)
      if (changes.length === 0) return result
      const conversation = conversations.get(key) ?? nothing()
      for (const change of changes) change(conversation)
      conversations.set(key, conversation)
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
      return { heads: page.map(copy), next: heads.length > limit && last ? positionOf(last) : null }
    },
    async unfinished(now): Promise<readonly Address[]> {
      return headsOf(conversations)
        .filter(head => head.tid !== null || head.queue.length > 0)
        .filter(head => head.lease === null || head.lease.until <= now)
        .map(head => copy(head.address))
    },
    async undelivered() {
      return [...conversations.values()]
        .flatMap(({ head, undelivered }) =>
          head === null || undelivered === null
            ? []
            : [copy({ ...undelivered, address: head.address })]
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

/** Through text, as every other store has it: nobody holds a reference into this one. */
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** Collects the writes of one transaction, so that a throw in the middle leaves nothing behind. */
const draftOf = (
  before: Conversation
): { rows: Rows; changes: ((conversation: Conversation) => void)[] } => {
  const changes: ((conversation: Conversation) => void)[] = []
  let { head, records, entries, undelivered, tombstone } = before
  const put = new Map<string, TurnRecord>()
  const appended = new Map<number, Entry>()

  const rows: Rows = {
    outline: () => head && { ...copy(head), user: head.address.user },
    head: () => head && copy(head),
    putHead(next) {
      const kept = copy(next)
      head = kept
      changes.push(conversation => {
        conversation.head = kept
      })
    },
    record(tid) {
      const record = put.get(tid) ?? records.get(tid)
      return record === undefined ? null : copy(record)
    },
    putRecord(record) {
      const kept = copy(record)
      put.set(record.tid, kept)
      changes.push(conversation => conversation.records.set(kept.tid, kept))
    },
    entry(turn) {
      const entry = appended.get(turn) ?? entries[turn - 1]
      return entry === undefined ? null : copy(entry)
    },
    entryOf(tid, after) {
      const entry = entries.slice(after).find(kept => kept.tid === tid)
      return entry === undefined ? null : copy(entry)
    },
    appendEntry(entry) {
      const kept = copy(entry)
      appended.set(entry.turn, kept)
      changes.push(conversation => conversation.entries.push(kept))
    },
    undelivered: () => undelivered,
    putUndelivered(next) {
      undelivered = next
      changes.push(conversation => {
        conversation.undelivered = next
      })
    },
    tombstone: () => tombstone,
    clear() {
      head = null
      records = new Map()
      entries = []
      undelivered = null
      put.clear()
      appended.clear()
      changes.push(conversation => Object.assign(conversation, { ...nothing(), tombstone }))
    },
    bury(until) {
      tombstone = { until }
      changes.push(conversation => {
        conversation.tombstone = { until }
      })
    }
  }
  return { rows, changes }
}
