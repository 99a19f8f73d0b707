/** One thing an adapter must do, as data: any test framework can run it. */
export type ConformanceCase<Harness> = {
  /** Reads as a sentence about the adapter. */
  readonly name: string
  /** Ids of the requirements it covers. */
  readonly requirements: readonly string[]
  /** Resolves when the adapter does it, rejects with what it did instead. */
  readonly run: (harness: Harness) => Promise<void>
}
