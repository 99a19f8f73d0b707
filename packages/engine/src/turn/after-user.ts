import { collect } from '../workflow/collect.ts'
import { notify, reopened } from '../workflow/move.ts'
import type { ConversationState } from '../workflow/state.ts'
import { validFields } from '../workflow/valid-fields.ts'
import type { LoadedTurn, Submit } from './load.ts'

/** Submitted cards that are remembered at the most. */
const consumedLimit = 64

/** The state after what the user did, before the agent has answered. Pure. */
export const afterUser = (turn: LoadedTurn): ConversationState => {
  const counted = countTurn(turn)
  if (turn.submit === null) return counted
  const { workflow, number, submit } = turn
  if (submit.confirms !== null) return afterConfirmCard(turn, submit.confirms)
  // What the user put into a card is collected like what the agent says, field by field.
  const { data } = validFields(workflow, submit.value)
  return collect(workflow, counted, data, { origin: 'card', surface: null, turn: number })
}

const afterConfirmCard = (
  turn: LoadedTurn,
  action: NonNullable<Submit['confirms']>
): ConversationState => {
  const counted = countTurn(turn)
  const { workflow, number, input } = turn
  const why = { turn: number, cause: 'user' } as const
  if (action === 'change' || input.kind !== 'card') return counted
  if (action === 'cancel') return notify(workflow, counted, 'DECLINED', why)
  const confirmation = { cardId: input.cardId, given: true }
  return notify(workflow, { ...counted, confirmation }, 'CONFIRMED', why)
}

/** Counts the user's turn and uses up the card that was pressed. */
export const countTurn = ({ input, state, workflow, number }: LoadedTurn): ConversationState => {
  if (input.kind === 'start') return state
  const open = state.status === 'completed' ? reopened(workflow, state, number) : state
  const counted = { ...open, turnCount: state.turnCount + 1 }
  if (input.kind !== 'card') return counted
  return {
    ...counted,
    confirmation: state.confirmation?.cardId === input.cardId ? null : counted.confirmation,
    openCards: state.openCards.filter(({ cardId }) => cardId !== input.cardId),
    consumedCards: [...state.consumedCards, input.cardId].slice(-consumedLimit)
  }
}
