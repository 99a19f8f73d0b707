/** Where a worker keeps conversations. */
export type StoreSettings =
  | { kind: 'sqlite'; file: string }
  | { kind: 'redis'; url: string }
  /** The unsafe control, in the worker's memory. */
  | { kind: 'control' }

/** What a worker is told when it is to begin. Times in milliseconds. */
export type WorkerSettings = {
  store: StoreSettings
  /** Where the agent is. */
  agent: string
  lease: number
  queueWait: number
}
