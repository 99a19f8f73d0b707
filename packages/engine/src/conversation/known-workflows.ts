import type { Address, WorkflowReference } from '../ports/stored-conversation.ts'

/** Conversations whose workflow is remembered; the ones used longest ago are forgotten first. */
const most = 10_000

/** What this worker knows of the workflows of conversations, so that it need not ask for each turn. */
export type KnownWorkflows = {
  get: (address: Address) => WorkflowReference | undefined
  set: (address: Address, workflow: WorkflowReference) => void
}

/** Remembers the workflows of the conversations that were used last. */
export const knownWorkflows = (): KnownWorkflows => {
  const known = new Map<string, WorkflowReference>()
  return {
    get: address => known.get(keyOf(address)),
    set(address, workflow) {
      const key = keyOf(address)
      known.delete(key)
      known.set(key, workflow)
      if (known.size <= most) return
      // Only now: finding the first key of a map takes longer the more has been deleted before it.
      const [oldest] = known.keys()
      if (oldest !== undefined) known.delete(oldest)
    }
  }
}

const keyOf = ({ tenant, user, conversation }: Address): string =>
  JSON.stringify([tenant, user, conversation])
