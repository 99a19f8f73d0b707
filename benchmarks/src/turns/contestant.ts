/** Where a contestant may write. */
export interface Place {
  readonly folder: string
  /** A Redis server to itself; absent for who needs none. */
  readonly redis?: string
}

/** What a user says; a retry of it has the same id. */
export interface Message {
  readonly id: string
  readonly text: string
}

/** One library with its store, ready for conversations with the agent that answers at once. */
export interface Host {
  /** Makes a conversation that has no message yet, and returns its id. */
  begin(): Promise<string>
  /** Resolves with the answer once the library says that the turn is over. */
  send(conversation: string, message: Message): Promise<string>
  /** User messages that the library has kept. */
  userMessages(conversation: string): Promise<readonly string[]>
  close(): Promise<void>
}

/** The smallest durable write that the same store can do: what every time is compared with. */
export interface Floor {
  write(text: string): void | Promise<void>
  close(): void | Promise<void>
}

export interface Contestant {
  readonly title: string
  readonly package: string
  readonly store: 'sqlite' | 'redis' | 'memory'
  open(place: Place): Promise<Host>
}
