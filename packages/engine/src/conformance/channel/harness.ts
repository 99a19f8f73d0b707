import type { Channel } from '../../ports/channel.ts'
import type { ConformanceCase } from '../case.ts'
import { within } from '../expect.ts'

/** What the far side makes of the next message. */
export type FarSideConduct =
  | {
      kind: 'reply'
      /** One activity for each, with this text in it. */
      texts: readonly string[]
      /** What comes behind `after` activities, or behind all of them. */
      ending: 'end' | 'drop' | 'close' | 'silence'
      after?: number
      /** Whether it keeps the whole reply to be read back, or loses what it has not sent. */
      keeps: boolean
    }
  | { kind: 'refusal'; status: number; retryAfter?: number }

/** A far side and the way to it. */
export type FarSide = {
  channel: Channel
  /** The same channel to a place where nobody listens. */
  nowhere: Channel
  /** Bytes of a reply that the channel takes: a mebibyte, or less where it can be configured. */
  maxBytes: number
  /**
   * Says how the next message is answered.
   *
   * @returns the activities as they will be on the wire, where `keeps` is false
   */
  next: (conduct: FarSideConduct) => Promise<readonly string[]>
  /** Messages that have arrived; openings and reading back are none. */
  posts: () => Promise<number>
  close: () => Promise<void>
}

/** What a channel brings to be tested. */
export type ChannelHarness = { open: () => Promise<FarSide> }

export type ChannelCase = ConformanceCase<ChannelHarness> & {
  /** Needs `recover`: for channels whose far side keeps replies. */
  readonly recovers?: true
}

/** Milliseconds after which a case has failed: a channel that hangs must not hang its test. */
const deadline = 10_000

/** A case over one far side. */
export const channelCase = (
  requirements: readonly string[],
  name: string,
  check: (far: FarSide) => Promise<void>
): ChannelCase => ({
  name,
  requirements,
  async run(harness) {
    const far = await harness.open()
    try {
      await within(deadline, check(far), name)
    } finally {
      await far.close()
    }
  }
})
