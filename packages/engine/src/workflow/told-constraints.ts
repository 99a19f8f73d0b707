import type { Claim, ConversationState, RefusedProposal } from './state.ts'

/**
 * What the agent has to know about the state to go on: what is missing, what it was refused and why,
 * that the user has confirmed, and where it contradicted what was said before.
 *
 * @param turn number the entry will have: news is what came of the turn before
 */
export const toldConstraints = (state: ConversationState, turn: number): readonly string[] => {
  const late = state.path.at(-1)
  return [
    ...state.missing.map(field => `Still missing: ${field}`),
    ...(state.refused === null ? [] : [toldRefusal(state.refused)]),
    ...(state.confirmation?.given ? ['The user has confirmed the collected data.'] : []),
    ...(late?.cause === 'deadline' && late.turn === turn
      ? [`The time for the step before ${late.step} has passed`]
      : []),
    ...state.contradictions
      .filter(contradiction => contradiction.turn === turn - 1)
      .map(
        ({ field, kept, dropped }) =>
          `Contradiction: ${field} is now ${toldClaim(kept)}; it was also said to be ${toldClaim(dropped)}`
      )
  ]
}

const toldRefusal = ({ proposed, step, reason }: RefusedProposal): string =>
  `Refused: ${proposed} at step ${step}, ${whys[reason]}`

const whys: Record<RefusedProposal['reason'], string> = {
  'not-allowed': 'which is not allowed there',
  incomplete: 'because something required is missing',
  unconfirmed: 'until the user has confirmed on the card'
}

const toldClaim = ({ value, origin, surface, turn }: Claim): string =>
  `${JSON.stringify(value)} (${surface ?? origin}, turn ${turn})`
