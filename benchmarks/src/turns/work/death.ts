import { COUNTED, FATAL } from '../agent.ts'
import type { Host, Message } from '../contestant.ts'

/** When the process dies: as the agent answers, or when the turn is over but nobody has heard. */
export type Moment = 'answered' | 'over'

const TEXT = `please book it ${COUNTED}`

const MESSAGES: Readonly<Record<Moment, Message>> = {
  answered: { id: '7f0c6f0e-0a52-4a52-9d0e-5b7f6a1d2c3b', text: `${TEXT} ${FATAL}` },
  over: { id: '7f0c6f0e-0a52-4a52-9d0e-5b7f6a1d2c3c', text: TEXT }
}

/** Sends a message and dies of it. `tell` hands on the conversation before. */
export async function die(
  host: Host,
  moment: Moment,
  tell: (conversation: string) => Promise<void>
): Promise<never> {
  const conversation = await host.begin()
  await host.send(conversation, { id: crypto.randomUUID(), text: 'Good morning' })
  await tell(conversation)
  await host.send(conversation, MESSAGES[moment])
  process.kill(process.pid, 'SIGKILL')
  throw new Error('This process is dead.')
}

/** Sends the message once more, and counts how often the history has it. */
export async function retry(host: Host, moment: Moment, conversation: string): Promise<number> {
  await host.send(conversation, MESSAGES[moment])
  const history = await host.userMessages(conversation)
  return history.filter(text => text.includes(TEXT)).length
}
