import type { Admission, AdmitRequest, Grant, Store } from '@turnwise/engine'
import { admission, commitOf } from '../turns.ts'
import type { Admit, Held } from './model.ts'

type State = AdmitRequest['create'] & { state: { step: string } }

const failureOf = (message: string) =>
  ({ code: 'ERR_CHANNEL_REJECTED', message, details: {} }) as const

const replyOf = (ask: number, text: string) => ({
  ask,
  activities: [text],
  whole: true,
  recovered: false,
  ref: null,
  receivedAt: '2026-01-02T03:04:05.678Z',
  milliseconds: 1
})

/** A real store with one conversation of it, spoken to in the words of the model. */
export class System {
  readonly name: string
  readonly store: Store
  readonly #conversation: string
  readonly #grants = new Map<number, Grant>()

  constructor(name: string, store: Store, conversation: string) {
    this.name = name
    this.store = store
    this.#conversation = conversation
  }

  get #address() {
    return admission('', {}, this.#conversation).address
  }

  /** What the store says of a grant; `number` is the one the model gives it. */
  #given(grant: Grant, number: number) {
    for (const [other, { fence }] of this.#grants)
      if (Math.sign(other - number) !== Math.sign(fence - grant.fence))
        throw new Error(`${this.name}: grant ${number} has fence ${grant.fence}, ${other} ${fence}`)
    this.#grants.set(number, grant)
    const { tid, owner, base, record, head } = grant
    return {
      grant: { tid, owner, grant: number, base },
      attempts: record.attempts,
      state: record.state,
      replies: record.replies.map(({ activities }) => activities[0]),
      cancel: head.cancel
    }
  }

  #real({ grant: number, tid, owner, base }: Held): Grant {
    const grant = this.#grants.get(number)
    // A grant that only the model has given: whatever is done with it will be refused there.
    if (grant === undefined) throw new Error(`${this.name} gave no grant ${number}`)
    return { ...grant, tid, owner, base }
  }

  async admit(request: Admit, number: number): Promise<unknown> {
    const { tid, print, owner, lease, waiting, wait, drives, seen } = request
    const full = admission(
      tid,
      { fingerprint: print, owner, lease, waiting, wait, drives, seen },
      this.#conversation
    )
    const state = { ...(full.create as State).state, step: 'new' }
    const create = request.create && full.create ? { ...full.create, state } : null
    const ahead = request.ahead && this.#ahead(request.ahead, full)
    return this.#told(await this.store.admit({ ...full, create, ahead }), number)
  }

  /** Nothing is asked for before: what is done at the same time stays in its order. */
  #ahead(
    { version, hash, query }: NonNullable<Admit['ahead']>,
    { address, create, tid }: AdmitRequest
  ): AdmitRequest['ahead'] {
    if (create === null) return null
    const at = '2026-01-02T03:04:05.678Z'
    const idle = { lease: null, tid: null, cancel: false, queue: [] }
    const times = { createdAt: at, lastTurnAt: at, expiresAt: null }
    return {
      head: { address, ...create, version, hash, fence: 0, ...idle, ...times },
      mark: { ask: 0, query, handles: { ref: null, turnId: tid, ask: 0 } }
    }
  }

  #told(answer: Admission, number: number): unknown {
    switch (answer.kind) {
      case 'granted':
        return {
          kind: 'granted',
          marked: answer.marked,
          ...this.#given(answer.grant, number)
        }
      case 'orphan':
        return { kind: answer.kind, ...this.#given(answer.grant, number) }
      case 'done':
        return { kind: 'done', turn: answer.entry.turn, hash: answer.entry.hash }
      case 'failed':
        return { kind: 'failed', failure: said(answer.failure) }
      default:
        return answer
    }
  }

  async adopt(owner: string, lease: number, number: number): Promise<unknown> {
    const grant = await this.store.adopt(this.#address, { owner, lease })
    return grant === null ? null : this.#given(grant, number)
  }

  asking(held: Held, ask: number, query: string): Promise<unknown> {
    const handles = { ref: null, turnId: held.tid, ask }
    return this.store.asking(this.#real(held), { ask, query, handles })
  }

  renew = (held: Held, lease: number): Promise<unknown> => this.store.renew(this.#real(held), lease)

  async journal(held: Held, ask: number, text: string): Promise<unknown> {
    const answer = await this.store.journal(this.#real(held), replyOf(ask, text))
    return 'reply' in answer
      ? { kind: answer.kind, text: answer.reply.activities[0] }
      : { kind: answer.kind }
  }

  async commit(held: Held, hash: string, mark: string, takes: boolean, number: number) {
    const grant = this.#real(held)
    const { entry, ...request } = commitOf(grant)
    const state = { ...grant.head.state, step: mark }
    const next = takes ? { lease: 60 * 60 * 1000 } : null
    const event = { event: 'turn-committed', data: { turn: entry.turn } } as never
    const answer = await this.store.commit(grant, {
      ...request,
      entry: { ...entry, hash },
      state,
      event,
      next
    })
    if (answer.kind !== 'committed') return answer
    return {
      kind: 'committed',
      hash: answer.entry.hash,
      next: answer.next && this.#given(answer.next, number)
    }
  }

  async fail(held: Held, failure: string, retryable: boolean, takes: boolean, number: number) {
    const data = { turn: held.base + 1, failure: failureOf(failure), retryable }
    const answer = await this.store.fail(this.#real(held), {
      failure: failureOf(failure),
      retryable,
      event: { event: 'turn-failed', data },
      next: takes ? { lease: 60 * 60 * 1000 } : null
    })
    if (answer.kind !== 'failed') return answer
    return {
      kind: 'failed',
      failure: said(answer.failure),
      retryable: answer.retryable,
      next: answer.next && this.#given(answer.next, number)
    }
  }

  release = (held: Held): Promise<void> => this.store.release(this.#real(held))
  retract = (owner: string): Promise<void> => this.store.retract(this.#address, owner)
  withdraw = (tid: string) => this.store.withdraw(this.#address, tid, failureOf('withdrawn'))
  stop = () => this.store.stop(this.#address)
  erase = () => this.store.erase(this.#address)

  /** Everything that can be read. */
  async view(tids: readonly string[], now: number | null) {
    const address = this.#address
    const [head, entries, ...records] = await Promise.all([
      this.store.head(address),
      this.store.entries(address, { limit: 1000 }),
      ...tids.map(tid => this.store.record(address, tid))
    ])
    return {
      head: head && {
        version: head.version,
        hash: head.hash,
        mark: head.state.step,
        tid: head.tid,
        cancel: head.cancel,
        queue: head.queue,
        // Only where the time is ours can it be told whether a lease is over.
        leased: now === null ? null : head.lease !== null && head.lease.until > now
      },
      entries: entries.map(({ hash }) => hash),
      turns: records.map(
        record =>
          record && {
            state: record.state,
            attempts: record.attempts,
            queries: record.queries,
            replies: record.replies.map(({ ask, activities }) => [ask, activities[0]]),
            late: record.late?.activities[0] ?? null,
            turn: record.turn,
            failure: record.failure && said(record.failure)
          }
      )
    }
  }

  /** Live events that are kept, by name and turn. */
  async events(count: number): Promise<unknown> {
    const enough = new AbortController()
    const heard: { name: string; tid: string | null }[] = []
    setTimeout(() => enough.abort(), count === 0 ? 5 : 2000)
    for await (const { event, tid } of this.store.events(this.#address, '0', enough.signal)) {
      heard.push({ name: event, tid })
      if (heard.length >= count) break
    }
    return heard
  }
}

/** What waited too long has words of the store's own. */
const said = ({ code, message }: { code: string; message: string }): string =>
  code === 'ERR_QUEUE_TIMEOUT' ? 'waited' : message
