import type { Channel, ChannelEvent } from '@turnwise/engine'
import type { InstantAgent } from '../agent.ts'

/** The agent as a channel, in the shape of a Copilot Studio reply: text for people, data beside it. */
export function instantChannel(agent: InstantAgent): Channel {
  let count = 0

  async function* reply(text: string, replyToId: string): AsyncGenerator<ChannelEvent> {
    count += 1
    const activity = {
      type: 'message',
      id: crypto.randomUUID(),
      timestamp: new Date().toISOString(),
      channelId: 'pva-studio',
      from: { id: 'agent', name: 'Agent', role: 'bot' },
      replyToId,
      text,
      textFormat: 'markdown',
      inputHint: 'acceptingInput',
      value: { action: 'ask', data: { floor: (count % 12) + 1 } }
    }
    yield { type: 'activity', raw: JSON.stringify(activity) }
    yield { type: 'end' }
  }

  return {
    id: 'instant',
    capabilities: {
      resend: 'unsafe',
      needsUser: false,
      maxInput: 64_000,
      streams: false,
      cards: false
    },
    start: ({ turnId }) => reply(agent.answer('hello'), turnId),
    send: (input, { turnId }) =>
      reply(agent.answer(input.kind === 'text' ? input.text : ''), turnId),
    async *recover({ turnId }) {
      const kept = agent.lastCounted()
      if (kept !== undefined) yield* reply(kept, turnId)
    }
  }
}
