/** What has happened so far, for any number of readers who each start at the beginning. */
export class EventLog<T> {
  readonly #items: T[] = []
  #ended = false
  #wake: PromiseWithResolvers<void> = Promise.withResolvers()

  append(item: T): void {
    this.#items.push(item)
    this.#signal()
  }

  /** Nothing more will come. */
  end(): void {
    this.#ended = true
    this.#signal()
  }

  async *read(): AsyncGenerator<T> {
    for (let index = 0; ; index++) {
      while (index >= this.#items.length && !this.#ended) await this.#wake.promise
      if (index >= this.#items.length) return
      yield this.#items[index] as T
    }
  }

  #signal(): void {
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }
}
