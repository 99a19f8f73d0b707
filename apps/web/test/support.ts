import type {
  ConversationView,
  Message,
  Problem,
  TurnAnswer,
  WorkflowState
} from '@turnwise/schema'

export const workflowState: WorkflowState = {
  workflowId: 'travel-request',
  version: 1,
  status: 'active',
  step: 'gathering',
  currentPhase: 'Gathering',
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
}

export const message = (id: string, role: Message['role'], text = id): Message => ({
  id,
  role,
  kind: 'text',
  text,
  citations: [],
  suggestedActions: [],
  createdAt: '2026-11-21T12:00:00.000Z'
})

/** A transcript of so many turns: the greeting, then question and answer. */
export const turns = (first: number, last: number): Message[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap(turn =>
    turn === 1
      ? [message('1-0', 'assistant')]
      : [message(`${turn}-0`, 'user'), message(`${turn}-1`, 'assistant')]
  )

export const view = (over: Partial<ConversationView> = {}): ConversationView => ({
  conversationId: 'a',
  workflowState,
  messages: turns(1, 2),
  seen: '2.hash',
  openCards: [],
  running: null,
  before: null,
  ...over
})

export const answer = (turn: number, over: Partial<TurnAnswer> = {}): TurnAnswer => ({
  conversationId: 'a',
  messages: [message(`${turn}-1`, 'assistant', 'An *answer*')],
  workflowState: { ...workflowState, turnCount: turn - 1 },
  extractedPayload: null,
  latencyMs: 1,
  timings: { agent: 1, store: 0, parse: 0 },
  turn,
  outcome: 'committed',
  seen: `${turn}.hash`,
  ...over
})

export const problem: Problem = {
  type: 'about:blank',
  title: 'Failed',
  status: 502,
  code: 'ERR_CHANNEL_CUT',
  requestId: 'r',
  retry: 'same-key'
}
