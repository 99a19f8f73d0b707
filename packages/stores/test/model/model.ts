// What a store should answer, written once more without its rules: plain variables, one conversation
// for each name, and grants as numbers instead of fences.

export const day = 24 * 60 * 60 * 1000
export const hour = 60 * 60 * 1000

export type Turn = {
  tid: string
  print: string
  state: string
  attempts: number
  base: number | null
  queries: string[]
  replies: [ask: number, text: string][]
  late: string | null
  turn: number | null
  failure: string | null
  expiresAt: number | null
  end: { grant: number; next: number | null } | null
}

export type Talk = {
  hashes: string[]
  mark: string
  lease: { owner: string; until: number } | null
  grant: number
  tid: string | null
  cancel: boolean
  queue: string[]
  expiresAt: number
  turns: Map<string, Turn>
}

/** The part of a grant that the model checks: its number stands for the fence. */
export type Held = { tid: string; owner: string; grant: number; base: number }

export type Admit = {
  tid: string
  print: string
  owner: string
  lease: number
  waiting: 'queue' | 'reject' | 'interrupt'
  wait: number
  drives: boolean
  seen: { version: number; hash: string } | null
  create: boolean
  /** What it asks when the last entry has this hash. */
  ahead: { version: number; hash: string; query: string } | null
}

type Given = { grant: Held; attempts: number; state: string; replies: string[]; cancel: boolean }

const ended = (turn: Turn): boolean => turn.state === 'entered' || turn.state.startsWith('failed')

export class Model {
  /** Milliseconds that never go back, and those that a person can set. */
  now = 1000
  wall = 1_800_000_000_000
  talk: Talk | null = null
  tombstone = 0
  grants = 0
  events: { name: string; tid: string; at: number }[] = []
  /** Something of the conversation was written. */
  #written = false

  elapse(milliseconds: number): void {
    this.now += milliseconds
    this.wall += milliseconds
  }

  #alive(): Talk | null {
    const { talk } = this
    if (talk === null) return null
    return talk.tid === null && talk.expiresAt <= this.wall ? null : talk
  }

  #turn(talk: Talk, tid: string): Turn | null {
    const turn = talk.turns.get(tid)
    if (turn === undefined) return null
    return ended(turn) && turn.expiresAt !== null && turn.expiresAt <= this.wall ? null : turn
  }

  #emit(name: string, tid: string): void {
    this.events.push({ name, tid, at: this.wall })
    const young = this.events.findIndex(({ at }) => at > this.wall - hour)
    this.events = this.events.slice(young)
  }

  #leased = (talk: Talk): boolean => talk.lease !== null && talk.lease.until > this.now

  #held(held: Held): Talk | null {
    const talk = this.#alive()
    const holds =
      talk?.tid === held.tid &&
      talk.grant === held.grant &&
      talk.lease?.owner === held.owner &&
      talk.hashes.length === held.base
    return holds ? talk : null
  }

  #grant(talk: Talk, turn: Turn, owner: string, lease: number): Given {
    this.grants += 1
    this.#written = true
    talk.cancel = talk.tid === turn.tid && talk.cancel
    talk.queue = talk.queue.filter(tid => tid !== turn.tid)
    talk.lease = { owner, until: this.now + lease }
    talk.grant = this.grants
    talk.tid = turn.tid
    turn.attempts += 1
    turn.base = talk.hashes.length
    if (turn.state === 'waiting') turn.state = 'started'
    turn.expiresAt = null
    talk.turns.set(turn.tid, turn)
    this.#emit(turn.attempts === 1 ? 'turn-started' : 'restart', turn.tid)
    return this.#given(talk, turn)
  }

  #given(talk: Talk, turn: Turn): Given {
    const owner = talk.lease?.owner ?? ''
    return {
      grant: { tid: turn.tid, owner, grant: talk.grant, base: talk.hashes.length },
      attempts: turn.attempts,
      state: turn.state,
      replies: turn.replies.map(([, text]) => text),
      cancel: talk.cancel
    }
  }

  #end(talk: Talk, tid: string, how: Partial<Turn>): void {
    const turn = talk.turns.get(tid)
    if (turn === undefined) throw new TypeError(tid)
    Object.assign(turn, { queries: [], replies: [], expiresAt: this.wall + day }, how)
  }

  #dropOverdue(talk: Talk): void {
    for (const tid of [...talk.queue]) {
      const turn = talk.turns.get(tid)
      if (turn?.expiresAt == null || turn.expiresAt > this.wall) continue
      this.#written = true
      talk.queue = talk.queue.filter(other => other !== tid)
      this.#end(talk, tid, { state: 'failed-final', failure: 'waited' })
    }
  }

  #next(talk: Talk, owner: string, takes: boolean): Given | null {
    this.#dropOverdue(talk)
    const turn = talk.turns.get(talk.queue[0] ?? '')
    return takes && turn !== undefined ? this.#grant(talk, turn, owner, hour) : null
  }

  /** The turn that was granted with an end, for the one who ended it, while nobody else has it. */
  #again(talk: Talk, turn: Turn, held: Held): Given | null {
    const { end } = turn
    const next = talk.turns.get(talk.tid ?? '')
    const same = end?.grant === held.grant && end.next === talk.grant && next !== undefined
    return same && talk.lease?.owner === held.owner ? this.#given(talk, next) : null
  }

  /** Being used keeps a conversation, as long as it is written anyway. */
  admit(request: Admit) {
    const before = this.#alive()?.expiresAt
    this.#written = false
    const answer = this.#admitted(request)
    if (!this.#written && this.talk !== null && before !== undefined) this.talk.expiresAt = before
    return answer
  }

  #admitted(request: Admit) {
    const { tid, seen } = request
    if (this.tombstone > this.wall) return { kind: 'gone' }
    let talk = this.#alive()
    if (talk === null) {
      const saw = seen !== null && (seen.version > 0 || seen.hash !== '')
      if (!request.create) return { kind: saw ? 'regressed' : 'unknown' }
      this.talk = null
      if (saw) return { kind: 'regressed' }
      talk = {
        hashes: [],
        mark: 'new',
        lease: null,
        grant: 0,
        tid: null,
        cancel: false,
        queue: [],
        expiresAt: this.wall + day,
        turns: new Map()
      }
      this.talk = talk
    }
    const hash = seen?.version === 0 ? '' : talk.hashes[(seen?.version ?? 0) - 1]
    if (seen !== null && seen.hash !== hash) return { kind: 'regressed' }
    talk.expiresAt = this.wall + day
    this.#dropOverdue(talk)
    const known = this.#turn(talk, tid)
    if (known === null && seen !== null) {
      const later = talk.hashes.findIndex((h, at) => at >= seen.version && h.startsWith(`${tid}:`))
      if (later >= 0) return { kind: 'done', turn: later + 1, hash: talk.hashes[later] }
    }
    if (known !== null) {
      if (known.print !== request.print) return { kind: 'mismatch' }
      if (known.state === 'failed-final') return { kind: 'failed', failure: known.failure }
      if (known.turn !== null)
        return { kind: 'done', turn: known.turn, hash: talk.hashes[known.turn - 1] }
    }
    if (talk.tid !== null && !this.#leased(talk)) return this.#orphan(talk, talk.tid, request)
    if (talk.tid === tid) return { kind: 'running', turn: talk.hashes.length + 1 }
    const first = talk.queue[0]
    if (talk.tid === null && first !== undefined && first !== tid && request.drives)
      return this.#orphan(talk, first, request)
    if (talk.tid === null && (first === undefined || first === tid)) {
      const turn = known?.state === 'waiting' ? known : this.#fresh(request, 'started')
      const { ahead } = request
      const marked =
        ahead !== null && known?.state !== 'waiting' && talk.hashes.at(-1) === ahead.hash
      const given = this.#grant(talk, turn, request.owner, request.lease)
      if (marked) Object.assign(turn, { state: 'asking', queries: [ahead.query] })
      return { kind: 'granted', marked, ...given, state: turn.state }
    }
    if (known?.state === 'waiting') return { kind: 'queued', ahead: talk.queue.indexOf(tid) }
    if (request.waiting === 'reject') return { kind: 'busy' }
    if (talk.queue.length >= 16) return { kind: 'full' }
    talk.turns.set(tid, this.#fresh(request, 'waiting'))
    this.#written = true
    talk.queue.push(tid)
    talk.cancel ||= request.waiting === 'interrupt'
    return { kind: 'queued', ahead: talk.queue.length - 1 }
  }

  #orphan(talk: Talk, tid: string, { owner, lease }: { owner: string; lease: number }) {
    const turn = talk.turns.get(tid)
    if (turn === undefined) throw new TypeError(tid)
    return { kind: 'orphan', ...this.#grant(talk, turn, owner, lease) }
  }

  #fresh({ tid, print, wait }: Admit, state: string): Turn {
    return {
      tid,
      print,
      state,
      attempts: 0,
      base: null,
      queries: [],
      replies: [],
      late: null,
      turn: null,
      failure: null,
      expiresAt: state === 'waiting' ? this.wall + wait : null,
      end: null
    }
  }

  adopt(owner: string) {
    const talk = this.#alive()
    if (talk === null || (talk.tid !== null && this.#leased(talk))) return null
    this.#dropOverdue(talk)
    const turn = talk.turns.get(talk.tid ?? talk.queue[0] ?? '')
    return turn === undefined ? null : this.#grant(talk, turn, owner, hour)
  }

  asking(held: Held, ask: number, query: string) {
    if (this.tombstone > this.wall) return 'gone'
    const turn = this.#held(held)?.turns.get(held.tid)
    if (turn === undefined) return 'lost'
    turn.queries = [...turn.queries.slice(0, ask), query]
    turn.state = 'asking'
    return 'marked'
  }

  renew(held: Held, lease: number) {
    const talk = this.#held(held)
    if (talk === null) return { kind: 'lost' }
    talk.lease = { owner: held.owner, until: this.now + lease }
    return { kind: 'renewed', cancel: talk.cancel }
  }

  journal(held: Held, ask: number, text: string) {
    const talk = this.#alive()
    const turn = talk && this.#turn(talk, held.tid)
    if (!turn) return { kind: 'gone' }
    if (ended(turn) || turn.base !== held.base) {
      turn.late ??= text
      return { kind: 'late' }
    }
    const earlier = turn.replies.find(([of]) => of === ask)
    if (earlier !== undefined) return { kind: 'earlier', text: earlier[1] }
    turn.replies.push([ask, text])
    turn.state = 'replied'
    return { kind: 'kept', text }
  }

  commit(held: Held, hash: string, mark: string, takes: boolean) {
    if (this.tombstone > this.wall) return { kind: 'gone' }
    const known = this.#alive()
    const turn = known && this.#turn(known, held.tid)
    if (known === null || !turn) return { kind: 'lost' }
    if (turn.turn !== null) {
      const first = known.hashes[turn.turn - 1]
      return { kind: 'committed', hash: first, next: this.#again(known, turn, held) }
    }
    const talk = this.#held(held)
    if (talk === null) return { kind: 'lost' }
    talk.hashes.push(hash)
    Object.assign(talk, { mark, lease: null, tid: null, cancel: false })
    talk.expiresAt = this.wall + day
    this.#emit('turn-committed', held.tid)
    const next = this.#next(talk, held.owner, takes)
    const end = { grant: held.grant, next: next?.grant.grant ?? null }
    this.#end(talk, held.tid, { state: 'entered', turn: talk.hashes.length, failure: null, end })
    return { kind: 'committed', hash, next }
  }

  fail(held: Held, failure: string, retryable: boolean, takes: boolean) {
    if (this.tombstone > this.wall) return { kind: 'gone' }
    const known = this.#alive()
    const turn = known && this.#turn(known, held.tid)
    if (known === null || !turn) return { kind: 'lost' }
    if (turn.state.startsWith('failed'))
      return {
        kind: 'failed',
        failure: turn.failure,
        retryable: turn.state === 'failed-retryable',
        next: this.#again(known, turn, held)
      }
    const talk = this.#held(held)
    if (talk === null) return { kind: 'lost' }
    Object.assign(talk, { lease: null, tid: null, cancel: false })
    this.#emit('turn-failed', held.tid)
    const next = this.#next(talk, held.owner, takes)
    const end = { grant: held.grant, next: next?.grant.grant ?? null }
    const state = retryable ? 'failed-retryable' : 'failed-final'
    this.#end(talk, held.tid, { state, failure, end })
    return { kind: 'failed', failure, retryable, next }
  }

  release(held: Held): void {
    const talk = this.#held(held)
    const turn = talk?.turns.get(held.tid)
    if (talk === null || turn === undefined) return
    talk.lease = null
    turn.attempts -= 1
  }

  retract(owner: string): void {
    const talk = this.#alive()
    const turn = talk?.turns.get(talk.tid ?? '')
    if (talk === null || turn === undefined || talk.lease?.owner !== owner) return
    talk.lease = null
    if (turn.attempts === 1 && turn.state === 'asking')
      Object.assign(turn, { state: 'started', queries: [] })
    turn.attempts -= 1
  }

  withdraw(tid: string) {
    const talk = this.#alive()
    if (talk?.turns.get(tid)?.state !== 'waiting') return 'not-waiting'
    talk.queue = talk.queue.filter(other => other !== tid)
    this.#end(talk, tid, { state: 'failed-final', failure: 'withdrawn' })
    return 'withdrawn'
  }

  stop(): boolean {
    const talk = this.#alive()
    if (talk === null || talk.tid === null) return false
    talk.cancel = true
    return true
  }

  erase() {
    if (this.#alive() === null) return 'unknown'
    this.talk = null
    this.tombstone = this.wall + day
    this.events = []
    return 'erased'
  }

  /** Everything that can be read. */
  view(tids: readonly string[]) {
    const talk = this.#alive()
    const shown = (tid: string) => {
      const turn = talk && this.#turn(talk, tid)
      if (!turn) return null
      const { state, attempts, queries, replies, late, failure } = turn
      return { state, attempts, queries, replies, late, turn: turn.turn, failure }
    }
    return {
      head: talk && {
        version: talk.hashes.length,
        hash: talk.hashes.at(-1) ?? '',
        mark: talk.mark,
        tid: talk.tid,
        cancel: talk.cancel,
        queue: talk.queue,
        leased: this.#leased(talk)
      },
      entries: talk?.hashes ?? [],
      turns: tids.map(shown)
    }
  }
}
