import type { ReplayReport } from '@turnwise/schema'
import { TurnwiseError } from '../errors.ts'
import type { Address, Entry } from '../ports/stored-conversation.ts'
import { replay } from '../replay/replay.ts'
import type { Parts } from '../turn/parts.ts'
import { withSchema } from '../workflow/with-schema.ts'

/** Entries read at once. */
const page = 100

/**
 * Reads the stored replies of a conversation again, with the workflow as it is loaded now or with
 * another schema. No agent is asked, and nothing is written.
 *
 * @returns null when the caller has no such conversation
 * @throws TurnwiseError `ERR_WORKFLOW_UNAVAILABLE` when its workflow is not loaded,
 *   `ERR_WORKFLOW_INVALID` when nothing can be collected by the schema
 */
export const replayConversation = async (
  parts: Parts,
  address: Address,
  schema: unknown
): Promise<ReplayReport | null> => {
  const head = await parts.store.head(address)
  if (head === null) return null
  const workflow = parts.workflow(head.workflow)
  if (workflow === null)
    throw new TurnwiseError('ERR_WORKFLOW_UNAVAILABLE', 'The workflow is not loaded here.')
  const report: ReplayReport = { same: 0, kept: 0, changed: [] }
  const options = {
    workflow: schema === undefined ? workflow : withSchema(workflow, schema),
    rules: parts.rules
  }
  for await (const { turn, verdict, changes } of replay(entriesOf(parts, address), options)) {
    if (verdict === 'same' || verdict === 'kept') report[verdict] += 1
    else report.changed.push({ turn, verdict, changes: [...changes] })
  }
  return report
}

async function* entriesOf({ store }: Parts, address: Address): AsyncGenerator<Entry> {
  for (let after = 0; ; after += page) {
    const entries = await store.entries(address, { after, before: after + page + 1, limit: page })
    yield* entries
    if (entries.length < page) return
  }
}
