import { randomUUID } from 'node:crypto'
import { Conversation } from './conversation.ts'

const kept = 10_000

/** The far side's conversations: an unknown id silently opens a new one, as the service does. */
export class Conversations {
  readonly #byId = new Map<string, Conversation>()

  /** @param id null lets the far side choose; ids are random, so that they survive a restart apart */
  open(id: string | null): Conversation {
    const known = id === null ? undefined : this.#byId.get(id)
    if (known) return known
    const conversation = new Conversation(id ?? randomUUID(), randomUUID().slice(0, 8))
    this.#byId.set(conversation.id, conversation)
    if (this.#byId.size > kept) this.#forgetOldest()
    return conversation
  }

  clear(): void {
    this.#byId.clear()
  }

  #forgetOldest(): void {
    for (const [id, conversation] of this.#byId) {
      if (conversation.busy) continue
      this.#byId.delete(id)
      return
    }
  }
}
