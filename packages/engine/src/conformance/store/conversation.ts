import type { TurnAnswer } from '@turnwise/schema'
import type {
  Admission,
  AdmitRequest,
  CommitRequest,
  Grant,
  NextTurn,
  Store,
  TurnEvent
} from '../../ports/store.ts'
import type { Address, Entry, Failure, Reply } from '../../ports/stored-conversation.ts'
import type { ConversationState } from '../../workflow/state.ts'
import { expectKind } from '../expect.ts'

/** Long enough that no case outlives it. */
export const long = 60_000
/** Over before the next `lapse`. */
export const brief = 1

/** Waits until everything `brief` is over. */
export const lapse = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 30))

/**
 * Waits until somebody who began to wait for a change has looked for it: from then on only being told
 * of it wakes them at once.
 */
export const settled = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 400))

export const failure: Failure = {
  code: 'ERR_CHANNEL_REJECTED',
  message: 'Refused.',
  details: { status: 429, retryAfter: 7 }
}

export const stateWith = (data: Record<string, unknown>): ConversationState => ({
  version: 1,
  status: 'active',
  result: null,
  step: 'collect',
  phase: null,
  path: [],
  machine: null,
  allowed: null,
  refused: null,
  deadline: null,
  data,
  provenance: {},
  contradictions: [],
  progress: 0.5,
  progressEstimated: false,
  turnCount: 1,
  lastAction: null,
  lastRecommendation: null,
  suggestedInputs: null,
  mode: 'structured',
  parseErrors: 0,
  missing: [],
  confirmation: null,
  openCards: [],
  consumedCards: []
})

export const replyOf = (text: string, ask = 0): Reply => ({
  ask,
  activities: [JSON.stringify({ type: 'message', text })],
  whole: true,
  recovered: false,
  ref: 'far-1',
  receivedAt: '2026-01-02T03:04:05.678Z',
  milliseconds: 12
})

export const failedEvent = (turn: number, retryable: boolean): TurnEvent => ({
  event: 'turn-failed',
  data: { turn, failure, retryable }
})

/** What a case does to one conversation, with everything filled in that it does not care about. */
export type Conversation = ReturnType<typeof conversation>

/** A conversation nobody has heard of, and who it belongs to. */
export const conversation = (
  store: Store,
  address: Address = {
    tenant: 'tenant',
    user: `user-${crypto.randomUUID()}`,
    conversation: `conversation-${crypto.randomUUID()}`
  }
) => {
  const request = (tid: string, more: Partial<AdmitRequest> = {}): AdmitRequest => ({
    address,
    tid,
    route: 'send',
    fingerprint: `fingerprint of ${tid}`,
    input: { kind: 'text', text: `input of ${tid}`, constraints: [] },
    owner: 'worker-1',
    lease: long,
    waiting: 'queue',
    wait: long,
    drives: true,
    seen: null,
    create: null,
    ahead: null,
    ...more
  })
  const admit = (tid: string, more?: Partial<AdmitRequest>): Promise<Admission> =>
    store.admit(request(tid, more))
  const granted = async (tid: string, more?: Partial<AdmitRequest>): Promise<Grant> =>
    expectKind(await admit(tid, more), 'granted', `admit ${tid}`).grant
  const queued = async (tid: string, more?: Partial<AdmitRequest>): Promise<number> =>
    expectKind(await admit(tid, more), 'queued', `admit ${tid}`).ahead
  const opening = (state: ConversationState = stateWith({})): Partial<AdmitRequest> => ({
    route: 'start',
    create: {
      title: 'Travel request',
      workflow: { id: 'travel', version: 1 },
      ref: 'far-1',
      locale: 'en-US',
      state
    }
  })
  const commit = async (grant: Grant, more?: Partial<CommitRequest>): Promise<CommitRequest> => {
    const asked = commitOf(grant, more)
    expectKind(await store.commit(grant, asked), 'committed', `commit ${grant.tid}`)
    return asked
  }
  /** Runs a whole turn. */
  const turn = async (tid: string, more?: Partial<AdmitRequest>): Promise<Entry> =>
    (await commit(await granted(tid, more))).entry

  return {
    store,
    address,
    request,
    admit,
    granted,
    queued,
    opening,
    commit,
    turn,
    /** Opens the conversation: turn 1 is its greeting. */
    open: (state?: ConversationState): Promise<Entry> => turn('start', opening(state)),
    head: () => store.head(address),
    record: (tid: string) => store.record(address, tid),
    /** The same conversation asked for by somebody else, or in another store. */
    as: (other: Partial<Address>) => conversation(store, { ...address, ...other }),
    over: (another: Store) => conversation(another, address)
  }
}

/** A commit as the engine would make it. */
export const commitOf = (grant: Grant, more: Partial<CommitRequest> = {}): CommitRequest => {
  const entry = more.entry ?? entryOf(grant)
  return {
    heard: [],
    state: grant.head.state,
    ref: grant.head.ref,
    event: { event: 'turn-committed', data: answerOf(grant.address.conversation, entry) },
    next: null,
    deliver: false,
    ...more,
    entry
  }
}

const answerOf = (conversationId: string, entry: Entry): TurnAnswer => ({
  conversationId,
  messages: [],
  workflowState: {
    workflowId: entry.workflow.id,
    version: entry.workflow.version,
    status: 'active',
    step: 'collect',
    currentPhase: null,
    path: [],
    allowed: null,
    refused: null,
    deadline: null,
    collectedData: {},
    provenance: {},
    contradictions: [],
    missing: [],
    progress: 0.5,
    progressEstimated: false,
    turnCount: 1,
    lastRecommendation: null,
    mode: 'structured',
    suggestedInputs: null,
    result: null
  },
  extractedPayload: null,
  latencyMs: entry.timings.total,
  timings: { agent: entry.timings.agent, store: entry.timings.store, parse: entry.timings.parse },
  turn: entry.turn,
  outcome: entry.outcome,
  seen: `${entry.turn}.${entry.hash}`
})

/** The entry that follows from a grant; no two have the same hash. */
export const entryOf = (grant: Grant, more: Partial<Entry> = {}): Entry => ({
  turn: grant.base + 1,
  tid: grant.tid,
  route: grant.record.route,
  outcome: 'committed',
  input: grant.record.input,
  workflow: grant.record.workflow,
  queries: [`query of ${grant.tid}`],
  replies: [replyOf(`reply to ${grant.tid}`)],
  parsed: null,
  failure: null,
  messages: [],
  patch: [],
  snapshot: null,
  timings: { agent: 3, store: 1, parse: 0.5, total: 5 },
  fence: grant.fence,
  at: new Date().toISOString(),
  previous: grant.head.hash,
  hash: `hash-${crypto.randomUUID()}`,
  ...more
})

/** A worker that takes the head of the queue when it commits. */
export const takesNext: NextTurn = { lease: long }
