import type { Observation } from '../ports/observer.ts'
import type { AdmitRequest, Ahead, Grant } from '../ports/store.ts'
import type { Head } from '../ports/stored-conversation.ts'
import { newRecord } from '../protocol/record.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { markOf } from './ask.ts'
import { writeQuestion } from './enrich.ts'
import { prepareTurn } from './load.ts'
import type { Parts } from './parts.ts'

/** What was written ahead, and what there is to tell of it once it is known to count. */
export type WrittenAhead = { ahead: Ahead; observed: readonly Observation[] }

/**
 * Writes what a turn asks before it is admitted, on the head that the last turn of this worker has
 * left, so that the store can admit and mark it in one step.
 *
 * @returns null where that head is not known, where more than a head decides what is asked, or where
 *   nothing can be: then the turn is admitted first, and that tells
 */
export const writeAhead = async (
  request: AdmitRequest,
  parts: Parts
): Promise<WrittenAhead | null> => {
  const head = parts.heads.take(request.address)
  if (head === undefined || !asks(request)) return null
  const { state } = head
  const workflow = parts.workflow({ id: head.workflow.id, version: state.version })
  if (workflow === null || !followsFrom(head, workflow)) return null
  const observed: Observation[] = []
  try {
    const turn = prepareTurn({
      grant: expectedGrant(request, head),
      workflow,
      channel: parts.channel(head.workflow),
      state,
      rules: parts.rules
    })
    if (turn.kind === 'refused') return null
    const observe = (observation: Observation): void => void observed.push(observation)
    const question = await writeQuestion(turn, { ...parts, observe })
    return question.kind === 'refused'
      ? null
      : { ahead: { head, mark: markOf(turn, question) }, observed }
  } catch {
    // Whatever it is shows again, where it counts.
    return null
  }
}

const asks = ({ input }: AdmitRequest): boolean => input.kind === 'text' || input.kind === 'card'

/** A deadline is held against the time of the admission, and a migration is an effect of the turn. */
const followsFrom = ({ state }: Head, workflow: Workflow): boolean =>
  state.deadline === null && state.version === workflow.version

/** The grant as it will be, as far as the query depends on it. */
const expectedGrant = (request: AdmitRequest, head: Head): Grant => {
  const { address, tid, owner } = request
  const { fence, version: base } = head
  const record = newRecord(request, head.workflow, Date.parse(head.lastTurnAt), 'started')
  return { address, tid, owner, fence, base, head, record: { ...record, base, attempts: 1 } }
}
