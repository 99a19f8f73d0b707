import type { Problem } from '@turnwise/schema'

/** What a person is told about a problem, and the one thing that helps. */
export type Advice = {
  title: string
  text: string
  /** `same-key`: the same action again, done once at most. `read`: look at what is there now. */
  help: 'same-key' | 'new-key' | 'read' | 'new-conversation' | 'none'
}

/** Problems that deserve words of their own; everything else says what the server said. */
const advices: Readonly<Record<string, Advice>> = {
  ERR_NETWORK: {
    title: 'Not sent yet',
    text: 'The server cannot be reached. Your message is kept and goes out by itself when the connection is back; it cannot arrive twice.',
    help: 'same-key'
  },
  ERR_ANSWER_INVALID: {
    title: 'The answer makes no sense',
    text: 'Something answered that is not this server. Your message is kept; trying again cannot send it twice.',
    help: 'same-key'
  },
  ERR_CONVERSATION_REGRESSED: {
    title: 'The server holds an older copy',
    text: 'It has lost something you have seen here, so your message was not sent. Look at what is there before you go on.',
    help: 'read'
  },
  ERR_CONVERSATION_UNKNOWN: {
    title: 'This conversation is gone',
    text: 'It was deleted or has expired.',
    help: 'new-conversation'
  },
  ERR_CONVERSATION_COMPLETED: {
    title: 'This conversation is finished',
    text: 'Nothing was sent. Start a new one to go on.',
    help: 'new-conversation'
  },
  ERR_CARD_CONSUMED: {
    title: 'This card was used already',
    text: 'A card can be sent once. Nothing was sent now.',
    help: 'read'
  },
  ERR_INTERNAL: {
    title: 'Something broke on the server',
    text: 'Trying again is safe: it cannot happen twice.',
    help: 'same-key'
  }
}

/** Says what happened and what to do. */
export function adviceFor(problem: Problem): Advice {
  const known = advices[problem.code]
  if (known !== undefined) return known
  const help = problem.retry
  const next = {
    'same-key': 'Trying again is safe: it cannot happen twice.',
    'new-key': 'You can send it again.',
    none: ''
  }[help]
  return { title: problem.title, text: [problem.detail, next].filter(Boolean).join(' '), help }
}
