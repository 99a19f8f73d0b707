/** Adds one untrusted, budgeted section to the query, such as what is remembered about the user. */
export interface ContextSource {
  readonly section: 'MEMORY' | 'HISTORY'
  read(turn: {
    tenant: string
    user: string
    conversation: string
    text: string
    signal: AbortSignal
  }): Promise<string | null>
}
