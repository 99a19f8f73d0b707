import type { LiveEvent, Message, TurnAnswer } from '@turnwise/schema'
import { plainText } from '../markdown/plain-text.ts'
import { ownMessage } from './own-message.ts'
import {
  type Announcement,
  type ConversationState,
  type RunningTurn,
  runningTurn,
  turnOf
} from './state.ts'

/** Takes over one live event of a turn that runs. */
export function applyEvent(state: ConversationState, live: LiveEvent): ConversationState {
  switch (live.event) {
    case 'turn-started':
      return following(state, live.data.turn, turn => ({ ...turn, turn: live.data.turn }))
    case 'message-delta':
      return following(state, live.data.turn, turn => {
        const { messageId, text } = live.data
        const written = turn.drafts.get(messageId) ?? ''
        return { ...turn, drafts: new Map(turn.drafts).set(messageId, written + text) }
      })
    case 'data-partial':
      return following(state, live.data.turn, turn => ({ ...turn, data: live.data.data }))
    case 'message':
      return following(state, live.data.turn, turn => ({
        ...turn,
        whole: [...turn.whole.filter(({ id }) => id !== live.data.message.id), live.data.message]
      }))
    case 'state':
      if (state.messages.some(one => turnOf(one) >= live.data.turn)) return state
      return {
        ...state,
        workflowState: live.data.workflowState,
        running: state.running && { ...state.running, data: {} }
      }
    case 'restart':
      return following(state, live.data.turn, nothingYet)
    case 'reset':
      return { ...state, running: state.running && nothingYet(state.running) }
    case 'turn-committed':
      return committed(state, live.data)
    case 'turn-failed':
      return { ...state, running: null }
  }
}

/** What was told of the turn so far does not count. */
const nothingYet = (turn: RunningTurn): RunningTurn => ({
  ...turn,
  drafts: new Map(),
  whole: [],
  data: {}
})

/** Events of turns that are in the transcript already are old news. */
function following(
  state: ConversationState,
  turn: number,
  change: (running: RunningTurn) => RunningTurn
): ConversationState {
  if (state.messages.some(one => turnOf(one) === turn)) return state
  const running = state.running ?? runningTurn(null, turn)
  return { ...state, running: change({ ...running, turn }) }
}

function committed(state: ConversationState, answer: TurnAnswer): ConversationState {
  // The repeat of an older answer: the transcript has it, and has gone on since.
  if (state.messages.some(one => turnOf(one) >= answer.turn)) return { ...state, running: null }
  const own = state.running?.own ?? null
  const spoken = answer.messages
  const mine = own === null ? [] : ownMessage(own, answer.turn)
  const cards = spoken.flatMap(({ cardId }) => (cardId === undefined ? [] : [cardId]))
  const used = own?.kind === 'card' ? own.cardId : null
  return {
    ...state,
    id: answer.conversationId,
    phase: 'ready',
    messages: [...state.messages, ...mine, ...spoken],
    workflowState: answer.workflowState,
    openCards: [...state.openCards.filter(id => id !== used), ...cards],
    running: null,
    announcement: { turn: answer.turn, ...forEars(spoken) }
  }
}

function forEars(messages: readonly Message[]): Omit<Announcement, 'turn'> {
  const text = (role: Message['role']): string =>
    messages
      .filter(one => one.role === role)
      .map(({ kind, text = '' }) => (kind === 'card' ? 'A card to fill in.' : plainText(text)))
      .filter(one => one !== '')
      .join('\n')
  return { said: text('assistant'), noted: text('system') }
}
