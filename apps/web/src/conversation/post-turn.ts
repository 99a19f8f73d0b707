import type { Client, TurnStream } from '@turnwise/client'
import type { Posted } from '../connection/outbox.ts'

/** Sends an action under its key, however often it was sent before. */
export function postTurn(client: Client, own: Posted, signal: AbortSignal): TurnStream {
  const options = { key: own.key, signal }
  if (own.kind === 'start') return client.start({ workflowId: own.workflowId }, options)
  const { conversationId } = own
  if (own.kind === 'send') return client.send({ conversationId, text: own.text }, options)
  const { cardId, actionId, inputs } = own
  return client.cardAction({ conversationId, cardId, actionId, inputs }, options)
}
