import type { ChannelInput } from '@turnwise/engine'

/** The JSON of an activity that asks the agent something. */
export type OutgoingActivity = Readonly<Record<string, unknown>>

/**
 * Makes the activity of an input. The submit of a card has a value and no text, as Web Chat sends
 * it: an agent tells by that which of its questions is being answered.
 *
 * @param clientActivityID the name the reply is recognised by
 */
export function outgoingActivity(
  input: ChannelInput,
  clientActivityID: string,
  locale: string
): OutgoingActivity {
  if (input.kind === 'card') {
    const channelData = { postBack: true, clientActivityID }
    return { type: 'message', value: input.value, channelData }
  }
  const { text } = input
  return { type: 'message', text, textFormat: 'plain', locale, channelData: { clientActivityID } }
}
