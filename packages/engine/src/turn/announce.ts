import { renderState } from '../workflow/render-state.ts'
import type { LoadedTurn } from './load.ts'
import type { Parts } from './parts.ts'
import type { Reduced } from './reduce.ts'

/** Tells live readers what the turn has become, right before it is history. */
export const announce = async (turn: LoadedTurn, reduced: Reduced, parts: Parts): Promise<void> => {
  const { address, tid, record } = turn.grant
  for (const message of reduced.messages)
    if (message.role !== 'user')
      await parts.store.publish(address, tid, {
        event: 'message',
        data: { turn: turn.number, message }
      })
  const workflowState = renderState(record.workflow, reduced.state)
  await parts.store.publish(address, tid, {
    event: 'state',
    data: { turn: turn.number, workflowState }
  })
}
