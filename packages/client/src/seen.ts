/** What this client has seen of each conversation, as the server's `seen` says it. */
export class Seen {
  readonly #newest = new Map<string, string>()

  of(conversationId: string | undefined): string | undefined {
    return conversationId === undefined ? undefined : this.#newest.get(conversationId)
  }

  /** Notes an answer, unless it is the repeat of an older one. */
  answered(conversationId: string, seen: string): void {
    const known = this.#newest.get(conversationId)
    if (known === undefined || version(seen) >= version(known)) {
      this.#newest.set(conversationId, seen)
    }
  }

  /** Notes what the conversation is now, also when the server has lost what was seen before. */
  read(conversationId: string, seen: string): void {
    this.#newest.set(conversationId, seen)
  }

  forget(conversationId: string): void {
    this.#newest.delete(conversationId)
  }
}

const version = (seen: string): number => Number.parseInt(seen, 10)
