import type { TurnEvent } from '../ports/store.ts'
import { renderState } from '../workflow/render-state.ts'
import type { LoadedTurn } from './load.ts'
import type { Parts } from './parts.ts'
import type { Reduced } from './reduce.ts'
import { tell } from './tell.ts'

/** Tells live readers what the turn has become, right before it is history. */
export const announce = async (turn: LoadedTurn, reduced: Reduced, parts: Parts): Promise<void> => {
  const { grant, number } = turn
  const workflowState = renderState(grant.record.workflow, reduced.state)
  const events: TurnEvent[] = reduced.messages
    .filter(({ role }) => role !== 'user')
    .map(message => ({ event: 'message', data: { turn: number, message } }))
  events.push({ event: 'state', data: { turn: number, workflowState } })
  await Promise.all(events.map(event => tell(grant, event, parts)))
}
