import type { AdmitRequest, CommitRequest, Grant, Store } from '@turnwise/engine'

/** Asks for a turn of a conversation that is opened where there is none. */
export const admission = (
  tid: string,
  more: Partial<AdmitRequest> = {},
  conversation = 'c'
): AdmitRequest => ({
  address: { tenant: 't', user: 'u', conversation },
  tid,
  route: 'send',
  fingerprint: 'fingerprint',
  input: { kind: 'text', text: 'Hello', constraints: [] },
  owner: 'worker',
  lease: 60_000,
  waiting: 'queue',
  wait: 60_000,
  drives: true,
  seen: null,
  create: {
    title: 'Small talk',
    workflow: { id: 'small-talk', version: 1 },
    ref: null,
    locale: 'en-US',
    state: {
      version: 1,
      status: 'active',
      result: null,
      step: 'talk',
      phase: null,
      path: [],
      machine: null,
      allowed: null,
      refused: null,
      deadline: null,
      data: {},
      provenance: {},
      contradictions: [],
      progress: null,
      progressEstimated: false,
      turnCount: 0,
      lastAction: null,
      lastRecommendation: null,
      suggestedInputs: null,
      mode: 'passthrough',
      parseErrors: 0,
      missing: [],
      confirmation: null,
      openCards: [],
      consumedCards: []
    }
  },
  ahead: null,
  ...more
})

export const granted = async (
  store: Store,
  tid: string,
  more: Partial<AdmitRequest> = {},
  conversation?: string
): Promise<Grant> => {
  const answer = await store.admit(admission(tid, more, conversation))
  if (answer.kind !== 'granted') throw new Error(`${tid} was not granted: ${answer.kind}`)
  return answer.grant
}

export const commitOf = (grant: Grant, text = 'Hi'): CommitRequest => ({
  entry: {
    turn: grant.base + 1,
    tid: grant.tid,
    route: grant.record.route,
    outcome: 'committed',
    input: grant.record.input,
    workflow: grant.record.workflow,
    queries: [],
    replies: [],
    parsed: null,
    failure: null,
    messages: [],
    patch: [],
    snapshot: null,
    timings: { agent: 0, store: 0, parse: 0, total: 0 },
    fence: grant.fence,
    at: new Date().toISOString(),
    previous: grant.head.hash,
    hash: `${grant.base + 1}:${grant.tid}:${text}`
  },
  heard: [],
  state: grant.head.state,
  ref: grant.head.ref,
  event: { event: 'restart', data: { turn: grant.base + 1 } },
  next: null,
  deliver: false
})
