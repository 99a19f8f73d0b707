/** What is sent to the agent: a query, or the value of a submitted card as it stands. */
export type ChannelInput =
  | {
      kind: 'text'
      text: string
      /** What the agent is told besides; only for a channel that says it takes one. */
      system?: string
    }
  | { kind: 'card'; value: Record<string, unknown> }

/**
 * What it takes to find the reply to an ask again after a crash; stored before the first byte is
 * sent, so it holds only what is known by then.
 */
export type ChannelHandles = {
  /** The far side's conversation id; null until a channel that does not choose it has learnt it. */
  ref: string | null
  turnId: string
  /** 0 is the question, 1 the re-ask. */
  ask: number
}

/** One thing that arrives while the agent answers. */
export type ChannelEvent =
  /** The far side's conversation id, to be stored. */
  | { type: 'ref'; ref: string }
  /** Text to append to what stream `stream` has said so far; provisional, never the final word. */
  | { type: 'delta'; stream: string; text: string }
  /** A whole activity as the JSON text that arrived, unmodified. */
  | { type: 'activity'; raw: string }
  /** What the exchange took, as far as the far side tells. */
  | { type: 'usage'; usage: Usage }
  /** The far side said that its turn is over. */
  | { type: 'end' }

/** What one exchange took; each field only where the far side tells. */
export type Usage = {
  model?: string
  inputTokens?: number
  outputTokens?: number
  /** In the currency of whoever pays. */
  cost?: number
}

export type ChannelCapabilities = {
  /** `safe`: asking twice does no harm. Every channel is `unsafe` unless its operator says otherwise. */
  resend: 'safe' | 'unsafe'
  /** The channel acts with the token of the user who sent the message. */
  needsUser: boolean
  /** Longest query in UTF-16 units. */
  maxInput: number
  /** Sends deltas before the whole. */
  streams: boolean
  /** Takes the submit of a card as such, without a query around it. */
  cards: boolean
  /** Takes a system message beside the text; without it, all of it stands in the text. */
  system?: boolean
  /** Keeps no conversation: everything it should know stands in each query. */
  stateless?: boolean
  /** Ways of asking for structure, the strictest first; absent where there is only one. */
  modes?: readonly string[]
}

export type ChannelCall = {
  /** Bearer of the user, for channels that need one; never stored. */
  token?: string
  /** One of the channel's `modes`; its first when absent. */
  mode?: string
  signal: AbortSignal
}

/**
 * The way to one agent.
 *
 * One call is one attempt: a channel never sends a message twice, whether to try again is decided by
 * the engine. An iteration that ends without an `end` event has been cut. Failures are thrown as
 * `TurnwiseError`:
 *
 * - `ERR_CHANNEL_UNREACHABLE`: nothing was sent, trying again is safe (`details.sent` is false)
 * - `ERR_CHANNEL_REJECTED`: the far side answered with `details.status` and maybe `details.retryAfter`
 * - `ERR_CHANNEL_TIMEOUT`: silent for too long, or too long in all; `details.sent` tells which side
 * - `ERR_CHANNEL_CUT`: the connection ended after sending and before the end
 * - `ERR_CHANNEL_REPLY_TOO_LARGE`: more than 1 MiB decoded or 200 activities
 * - `ERR_CHANNEL_CANCELLED`: `signal` was aborted
 */
export interface Channel {
  readonly id: string
  readonly capabilities: ChannelCapabilities

  /** Opens a conversation on the far side; yields its greeting. Safe to repeat with the same `handles.ref`. */
  start(
    handles: ChannelHandles,
    call: ChannelCall & { locale: string }
  ): AsyncIterable<ChannelEvent>

  /** Sends one input and yields the reply. */
  send(
    input: ChannelInput,
    handles: ChannelHandles & { ref: string },
    call: ChannelCall & { locale: string }
  ): AsyncIterable<ChannelEvent>

  /**
   * Reads back the reply to an earlier ask without asking again: only activities that belong to
   * those handles, and `end` only when the reply is whole. Absent where the far side keeps nothing.
   */
  recover?(
    handles: ChannelHandles & { ref: string },
    call: ChannelCall
  ): AsyncIterable<ChannelEvent>
}
