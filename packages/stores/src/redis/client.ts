/** What Redis answers: text as bytes, errors as rejections. */
export type RedisReply = Buffer | string | number | null | readonly RedisReply[]

export type Argument = string | Buffer

/** The part of a client that the store uses. */
export interface Client {
  send(args: readonly Argument[]): Promise<RedisReply>
  subscribe(channel: string, heard: (message: string) => void): Promise<unknown>
  unsubscribe(channel: string, heard: (message: string) => void): Promise<unknown>
  /** Ends when what was sent is answered, or at once when nobody answers. */
  close(): Promise<unknown>
  destroy(): unknown
}
