/** How often each message was posted. */
export interface MessageCounts {
  /** Posts that carried an activity. */
  total: number
  byClientActivityId: Record<string, number>
  /** By `activity.text`. */
  byText: Record<string, number>
  /** By what the user said in it, as the tags show it. */
  byUserInput: Record<string, number>
}

/** Counts posts by what they carry: a message that is posted twice may be carried out twice. */
export class MessageCounter {
  #total = 0
  readonly #byClientActivityId = new Map<string, number>()
  readonly #byText = new Map<string, number>()
  readonly #byUserInput = new Map<string, number>()

  count(clientActivityId: string | null, text: string, userInput: string): void {
    this.#total += 1
    increment(this.#byClientActivityId, clientActivityId ?? '')
    increment(this.#byText, text)
    increment(this.#byUserInput, userInput)
  }

  counts(): MessageCounts {
    return {
      total: this.#total,
      byClientActivityId: Object.fromEntries(this.#byClientActivityId),
      byText: Object.fromEntries(this.#byText),
      byUserInput: Object.fromEntries(this.#byUserInput)
    }
  }

  clear(): void {
    this.#total = 0
    for (const counts of [this.#byClientActivityId, this.#byText, this.#byUserInput]) counts.clear()
  }
}

function increment(counts: Map<string, number>, key: string): void {
  if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1)
}
