import type { Message } from '@turnwise/schema'
import type { Posted } from '../connection/outbox.ts'

/** What a person did, as the transcript shows it until the server's own record of it is read. */
export function ownMessage(own: Posted, turn: number | null): Message[] {
  if (own.kind === 'start') return []
  return [
    {
      id: turn === null ? own.key : `${turn}-0`,
      role: 'user',
      kind: 'text',
      text: own.kind === 'send' ? own.text : submitText(own),
      citations: [],
      suggestedActions: [],
      createdAt: new Date(own.at).toISOString()
    }
  ]
}

const submitText = ({ title, inputs }: Extract<Posted, { kind: 'card' }>): string => {
  const filled = Object.entries(inputs).filter(([, value]) => value !== '')
  return [title, ...filled.map(([name, value]) => `${name}: ${value}`)].join('\n')
}
