import type { Address, Entry, Head, TurnRecord } from '@turnwise/engine'
import { type Backend, position, type Rows } from '../transactional/backend.ts'

type Conversation = {
  head: Head | null
  records: ReadonlyMap<string, TurnRecord>
  entries: readonly Entry[]
  tombstone: { until: number | null } | null
}

const nothing: Conversation = { head: null, records: new Map(), entries: [], tombstone: null }

/** Keeps conversations in this process; they end with it. */
export const memoryBackend = (): Backend => {
  const conversations = new Map<string, Conversation>()

  return {
    boot: 1,
    async transact(address, work) {
      const key = JSON.stringify([address.tenant, address.conversation])
      const draft = draftOf(conversations.get(key) ?? nothing)
      const result = work(draft.rows)
      conversations.set(key, draft.finish())
      return result
    },
    async list(owner, { cursor, limit, wall }) {
      const heads = headsOf(conversations)
        .filter(({ address }) => address.tenant === owner.tenant && address.user === owner.user)
        .filter(head => head.version > 0 && (head.expiresAt === null || head.expiresAt > wall))
        .filter(head => cursor === null || position(head) < cursor)
        .sort((a, b) => (position(a) < position(b) ? 1 : -1))
      const page = heads.slice(0, limit)
      const last = page.at(-1)
      return { heads: page, next: heads.length > limit && last ? position(last) : null }
    },
    async unfinished(): Promise<readonly Address[]> {
      return headsOf(conversations)
        .filter(head => head.tid !== null || head.queue.length > 0)
        .map(head => head.address)
    },
    async sweep(wall) {
      const over = (at: number | null | undefined): boolean => at != null && at <= wall
      for (const [key, { head, tombstone }] of conversations)
        if (head === null ? over(tombstone?.until) : head.tid === null && over(head.expiresAt))
          conversations.delete(key)
    },
    async close() {
      conversations.clear()
    }
  }
}

const headsOf = (conversations: ReadonlyMap<string, Conversation>): Head[] =>
  [...conversations.values()].flatMap(({ head }) => (head === null ? [] : [head]))

/** Collects the writes of one transaction, so that a throw in the middle leaves nothing behind. */
const draftOf = (before: Conversation): { rows: Rows; finish: () => Conversation } => {
  let base = before
  let head = before.head
  let tombstone = before.tombstone
  let records = new Map<string, TurnRecord>()
  let appended: Entry[] = []

  return {
    rows: {
      head: () => head,
      putHead(next) {
        head = next
      },
      record: tid => records.get(tid) ?? base.records.get(tid) ?? null,
      putRecord(record) {
        records.set(record.tid, record)
      },
      entry: turn =>
        [base.entries[turn - 1], appended[turn - 1 - base.entries.length]].find(Boolean) ?? null,
      appendEntry(entry) {
        appended.push(entry)
      },
      tombstone: () => tombstone,
      clear() {
        base = nothing
        head = null
        records = new Map()
        appended = []
      },
      bury(until) {
        tombstone = { until }
      }
    },
    finish: () => ({
      head,
      tombstone,
      records: records.size === 0 ? base.records : new Map([...base.records, ...records]),
      entries: appended.length === 0 ? base.entries : [...base.entries, ...appended]
    })
  }
}
