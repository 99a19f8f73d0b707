import type { Host } from '../contestant.ts'

/** What became of messages that were sent to one conversation at once. */
export interface Crowd {
  readonly sent: number
  /** Those that were answered. */
  readonly answered: number
  /** Those that are in the history afterwards. */
  readonly kept: number
}

export async function crowd(host: Host, messages: number): Promise<Crowd> {
  const conversation = await host.begin()
  const texts = Array.from(
    { length: messages },
    (_, index) => `message number ${index} of the crowd`
  )
  const settled = await Promise.allSettled(
    texts.map(text => host.send(conversation, { id: crypto.randomUUID(), text }))
  )
  const history = (await host.userMessages(conversation)).join('\n')
  return {
    sent: messages,
    answered: settled.filter(({ status }) => status === 'fulfilled').length,
    kept: texts.filter(text => history.includes(text)).length
  }
}
