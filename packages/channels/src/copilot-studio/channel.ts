import type { Channel, ChannelCall, ChannelEvent } from '@turnwise/engine'
import { conversationUrl, isConversationId } from './connection-url.ts'
import { chosenConversationId, clientActivityId } from './correlation.ts'
import { type Answer, type Exchange, exchange } from './exchange.ts'
import { outgoingActivity } from './outgoing-activity.ts'
import { keptReply } from './recover.ts'
import { replyEvents } from './reply.ts'
import { type CopilotStudioSettings, resolveSettings } from './settings.ts'
import { TimeLimits } from './time-limits.ts'

/**
 * The service names no limit. An activity of this length stays below the 256 KB that Bot Framework
 * channels take, even where every UTF-16 unit needs three bytes.
 */
const maxInput = 64_000

/** Everything a conversation has kept may be this many times as large as one reply. */
const keptReplies = 32

/**
 * Makes the way to a Microsoft Copilot Studio agent, over its direct-to-engine API.
 *
 * One call makes one request: nothing is ever sent a second time, whatever comes back, and
 * `recover` only reads. Without a `token` in the settings every call needs the token of its user.
 *
 * @throws TypeError or RangeError that names the setting which is missing or wrong
 */
export function copilotStudioChannel(input: CopilotStudioSettings): Channel {
  const settings = resolveSettings(input)
  const { agent, maxBytes, maxActivities } = settings

  async function* converse(
    ref: string,
    body: unknown,
    call: ChannelCall,
    refOf: (answer: Answer) => string | null
  ): AsyncGenerator<ChannelEvent> {
    const limits = new TimeLimits(call.signal, settings.totalTimeout)
    try {
      const url = conversationUrl(agent, ref)
      const request: Exchange = { url, body, maxBytes, userToken: call.token }
      const answer = await exchange(request, settings, limits)
      const named = refOf(answer)
      if (named !== null) yield { type: 'ref', ref: named }
      yield* replyEvents(answer.events, maxActivities)
    } finally {
      limits.close()
    }
  }

  return {
    id: 'copilot-studio',
    capabilities: {
      resend: settings.resend,
      needsUser: settings.token === undefined,
      maxInput,
      streams: true,
      cards: true
    },

    start(handles, call) {
      const ref = handles.ref ?? chosenConversationId(handles)
      const body = { emitStartConversationEvent: true, locale: call.locale }
      return converse(ref, body, call, answer => namedIn(answer) ?? ref)
    },

    send(input, handles, call) {
      const activity = outgoingActivity(input, clientActivityId(handles), call.locale)
      return converse(handles.ref, { activity, conversationId: handles.ref }, call, namedIn)
    },

    async *recover(handles, call) {
      const limits = new TimeLimits(call.signal, settings.recoverDeadline)
      const url = conversationUrl(agent, handles.ref, '/subscribe')
      const subscribe = (lastEventId: string | undefined): Promise<Answer> => {
        const request = {
          url,
          maxBytes: maxBytes * keptReplies,
          userToken: call.token,
          lastEventId
        }
        return exchange(request, settings, limits)
      }
      try {
        const events = keptReply(subscribe, clientActivityId(handles), maxBytes)
        yield* replyEvents(events, maxActivities)
      } finally {
        limits.close()
      }
    }
  }
}

/** The id the far side names; one that could not stand in a path later on is not believed. */
const namedIn = ({ conversationId }: Answer): string | null =>
  conversationId !== null && isConversationId(conversationId) ? conversationId : null
