import type { LoadedTurn } from './load.ts'
import type { Parts } from './parts.ts'
import type { Reduced } from './reduce.ts'

/** Turns in a row whose data could not be used, after which the agent's words are all that counts. */
const mostParseErrors = 3

/**
 * Counts turns whose data could not be used. After three in a row the conversation goes on in words,
 * without re-asks, until an answer can be used again; or it ends, where the workflow wants that.
 */
export const withParseCircuit = (turn: LoadedTurn, reduced: Reduced, parts: Parts): Reduced => {
  const { workflow, state: before } = turn
  if (workflow.data === null || reduced.parsed === null) return reduced
  const { kind } = reduced.parsed
  if (kind === 'passthrough') return reduced
  const parseErrors = kind === 'structured' ? 0 : before.parseErrors + 1
  const open = parseErrors >= mostParseErrors
  if (open !== before.parseErrors >= mostParseErrors)
    parts.observe({
      event: 'parse-circuit',
      tid: turn.grant.tid,
      workflow: workflow.id,
      state: open ? 'open' : 'closed'
    })
  const conversation = JSON.stringify(turn.grant.address)
  if (open) parts.inWords.add(conversation)
  else parts.inWords.delete(conversation)
  const state = { ...reduced.state, parseErrors }
  if (open && workflow.onParseErrors === 'error')
    return { ...reduced, state: { ...state, status: 'error', result: 'failed' } }
  return { ...reduced, state: { ...state, mode: open ? 'passthrough' : 'structured' } }
}
