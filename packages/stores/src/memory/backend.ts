import type { Address, Entry, Head, TurnRecord, Undelivered } from '@turnwise/engine'
import { ended } from '@turnwise/engine/protocol'
import { type Backend, position, type Rows, readPosition } from '../transactional/backend.ts'

type Conversation = {
  head: KeptHead | null
  records: Map<string, Kept<TurnRecord>>
  entries: Kept<Entry>[]
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
        heads: page.map(each => structuredClone(each)),
        next: heads.length > limit && last ? positionOf(last) : null
      }
    },
    async unfinished(now): Promise<readonly Address[]> {
      return headsOf(conversations)
        .filter(head => head.tid !== null || head.queue.length > 0)
        .filter(head => head.lease === null || head.lease.until <= now)
        .map(head => ({ ...head.address }))
    },
    async undelivered() {
      return [...conversations.values()]
        .flatMap(({ head, undelivered }) =>
          head === null || undelivered === null
            ? []
            : [{ ...undelivered, address: { ...head.own.address } }]
        )
        .sort(
          (a, b) => (a.dueAt ?? Number.POSITIVE_INFINITY) - (b.dueAt ?? Number.POSITIVE_INFINITY)
        )
        .slice(0, 1000)
    },
    async sweep(wall) {
      let removed = false
      const over = (at: number | null | undefined): boolean => at != null && at <= wall
      for (const [key, { head: kept, records, undelivered, tombstone }] of conversations) {
        const head = kept?.own ?? null
        const idle = head?.tid === null && undelivered === null
        if (head === null ? over(tombstone?.until) : idle && over(head.expiresAt))
          removed = conversations.delete(key)
        for (const { own: record } of records.values())
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
  [...conversations.values()].flatMap(({ head }) => (head === null ? [] : [head.own]))

const positionOf = ({ lastTurnAt, address }: Head): string =>
  position(lastTurnAt, address.conversation)

/** Last used first, then by id, as the cursor has it. */
const comesAfter = (head: Head, { at, id }: { at: string; id: string }): boolean =>
  head.lastTurnAt === at ? head.address.conversation < id : head.lastTurnAt < at

/** A value as text, as every other store has it: nobody holds a reference into this one. */
class Kept<T> {
  readonly #text: string
  #own: T | undefined

  constructor(value: T) {
    this.#text = JSON.stringify(value)
  }

  /** For who asks. */
  copy(): T {
    return JSON.parse(this.#text) as T
  }

  /** For this store to look at; never given away. */
  get own(): T {
    this.#own ??= this.copy()
    return this.#own
  }
}

/** A head whose state, which is most of it, is made of text only for who looks at it. */
class KeptHead {
  readonly #rest: string
  readonly #state: string
  #own: Head | undefined

  /** @param before what is kept so far; its state need not be written again while it stays the same */
  constructor({ state, ...rest }: Head, before: KeptHead | null, read: Head | null) {
    this.#rest = JSON.stringify(rest)
    this.#state = before !== null && state === read?.state ? before.#state : JSON.stringify(state)
  }

  copy(): Head {
    const text = this.#state
    let state: Head['state'] | undefined
    return Object.defineProperty(JSON.parse(this.#rest), 'state', {
      enumerable: true,
      get: () => {
        state ??= JSON.parse(text)
        return state
      }
    }) as Head
  }

  get own(): Head {
    this.#own ??= this.copy()
    return this.#own
  }
}

/** Collects the writes of one transaction, so that a throw in the middle leaves nothing behind. */
const draftOf = (before: Conversation): { rows: Rows; after: () => Conversation | null } => {
  let { records, entries, undelivered, tombstone } = before
  let read: Head | null = null
  let head: Head | null | undefined
  let changed = false
  const put = new Map<string, TurnRecord>()
  const appended: Entry[] = []
  const write = (): void => {
    changed = true
  }

  const rows: Rows = {
    outline() {
      const known = rows.head()
      return known && { ...known, user: known.address.user }
    },
    head() {
      if (head === undefined) head = read = before.head?.copy() ?? null
      return head
    },
    putHead(next) {
      head = next
      write()
    },
    record: tid => put.get(tid) ?? records.get(tid)?.copy() ?? null,
    putRecord(record) {
      put.set(record.tid, record)
      write()
    },
    entry: turn => entries[turn - 1]?.copy() ?? appended[turn - 1 - entries.length] ?? null,
    entryOf: (tid, after) =>
      entries
        .slice(after)
        .find(({ own }) => own.tid === tid)
        ?.copy() ?? null,
    appendEntry(entry) {
      appended.push(entry)
      write()
    },
    undelivered: () => undelivered,
    putUndelivered(next) {
      undelivered = next
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
    for (const [tid, record] of put) records.set(tid, new Kept(record))
    entries.push(...appended.map(entry => new Kept(entry)))
    const kept = head === undefined ? before.head : head && new KeptHead(head, before.head, read)
    return { head: kept, records, entries, undelivered, tombstone }
  }
  return { rows, after }
}
