import type { Grant } from '../ports/store.ts'
import type { Entry } from '../ports/stored-conversation.ts'
import type { ConversationState } from '../workflow/state.ts'

/** The grant a stored turn had, as far as the reading of its reply depends on it. */
export const grantAgain = (entry: Entry, state: ConversationState): Grant => {
  const own = entry.messages.find(({ role }) => role === 'user')
  const admittedAt = own?.createdAt ?? entry.at
  const address = { tenant: '', user: '', conversation: '' }
  const base = entry.turn - 1
  return {
    address,
    tid: entry.tid,
    owner: '',
    fence: entry.fence,
    base,
    head: {
      address,
      title: '',
      version: base,
      hash: entry.previous,
      fence: entry.fence,
      lease: null,
      tid: entry.tid,
      cancel: false,
      queue: [],
      workflow: entry.workflow,
      ref: null,
      locale: entry.input.kind === 'start' ? entry.input.locale : '',
      state,
      createdAt: entry.at,
      lastTurnAt: entry.at,
      expiresAt: null
    },
    record: {
      tid: entry.tid,
      route: entry.route,
      fingerprint: '',
      input: entry.input,
      state: 'replied',
      workflow: entry.workflow,
      base,
      attempts: 1,
      admittedAt,
      queries: entry.queries,
      handles: null,
      replies: entry.replies,
      late: null,
      turn: null,
      failure: null,
      end: null,
      expiresAt: null
    }
  }
}
