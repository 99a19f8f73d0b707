import { setTimeout as sleep } from 'node:timers/promises'
import { greet, holdTurn, type Manner } from '../agent/hold-turn.ts'
import type { Conversation, LogEntry } from '../conversation/conversation.ts'
import type { Conversations } from '../conversation/conversations.ts'
import type { RequestLog } from '../log/request-log.ts'
import type { Behaviour } from '../script/behaviour.ts'
import type { Fault } from '../script/fault.ts'
import type { ScriptQueue } from '../script/script-queue.ts'
import type { Address } from './address.ts'
import { ConnectionLost, deliver } from './delivery.ts'
import { eventStream } from './event-stream.ts'
import { type Call, readCall } from './read-call.ts'
import { answerWithoutStream, refusal } from './refusal.ts'

/** What stands behind the wire. */
export interface FarSide {
  conversations: Conversations
  scripts: ScriptQueue
  log: RequestLog
  manner: Manner
}

/**
 * Answers one request of the direct-to-engine protocol.
 * @throws ConnectionLost when the script lets the connection break before a response
 */
export async function answerDirectToEngine(
  far: FarSide,
  request: Request,
  address: Address
): Promise<Response> {
  const call = await readCall(request, address)
  if (call.kind === 'refused') {
    const refused = refusal(call.status, call.message)
    far.log.record(request, address.conversationId, call, refused.status)
    return refused
  }
  const behaviour = far.scripts.take({
    on: call.kind,
    conversationId: address.conversationId,
    text: call.kind === 'turn' && typeof call.activity.text === 'string' ? call.activity.text : ''
  })
  const { fault } = behaviour
  const instead = answerWithoutStream(fault)
  const streams = instead === null && fault?.kind !== 'refuse'
  const conversation = streams || wasProcessed(fault) ? openConversation(far, address, fault) : null
  const entries = conversation && begin(far, conversation, address, call, behaviour)
  const conversationId = conversation?.id ?? address.conversationId
  far.log.record(request, conversationId, call, instead?.status ?? (streams ? 200 : 0))
  if (behaviour.headersDelayMs > 0) await sleep(behaviour.headersDelayMs)
  if (instead) return instead
  if (!conversation || !entries || !streams) throw new ConnectionLost('No response is sent')
  return eventStream(
    signal => deliver(entries(signal), behaviour.wire, fault, signal),
    isHeaderMissing(fault) ? {} : { 'x-ms-conversationid': conversation.id },
    behaviour.wire.gzip
  )
}

/** Sets the agent to work where the call asks for it, and says what to read for the answer. */
function begin(
  far: FarSide,
  conversation: Conversation,
  { schemaName }: Address,
  call: Exclude<Call, { kind: 'refused' }>,
  behaviour: Behaviour
): (signal: AbortSignal) => AsyncGenerator<LogEntry> {
  if (call.kind === 'subscribe') {
    return signal => conversation.after(call.lastEventId, signal)
  }
  const turn =
    call.kind === 'turn'
      ? holdTurn(conversation, schemaName, call.activity, behaviour, far.manner)
      : greet(conversation, schemaName, call.greet, behaviour, far.manner)
  return signal => conversation.ofTurn(turn, signal)
}

function openConversation(far: FarSide, address: Address, fault: Fault | undefined): Conversation {
  const changed = fault?.kind === 'conversation-id' && fault.header === 'changed'
  return far.conversations.open(changed ? null : address.conversationId)
}

function isHeaderMissing(fault: Fault | undefined): boolean {
  return fault?.kind === 'conversation-id' && fault.header === 'missing'
}

function wasProcessed(fault: Fault | undefined): boolean {
  return fault !== undefined && 'processed' in fault && fault.processed
}
