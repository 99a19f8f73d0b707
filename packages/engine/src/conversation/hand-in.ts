import type { Caller, Turn, TurnOptions } from '../engine.ts'
import { TurnwiseError } from '../errors.ts'
import type { AdmitRequest } from '../ports/store.ts'
import type { Address, Route, TurnInput, WorkflowReference } from '../ports/stored-conversation.ts'
import { admit, type Background } from '../turn/admit.ts'
import { fingerprintOf } from '../turn/identity.ts'
import type { Parts } from '../turn/parts.ts'
import { turnEvents } from './turn-events.ts'
import { resultOf } from './turn-result.ts'

/** What a user did, on its way to becoming a turn. */
export type Action = {
  route: Route
  conversation: string
  tid: string
  /** What has to be the same under the same key. */
  request: unknown
  input: TurnInput
  create: AdmitRequest['create']
}

/** Hands an action in to the store and follows what becomes of it. */
export const handIn = async (
  caller: Caller,
  action: Action,
  options: TurnOptions,
  parts: Parts,
  background: Background
): Promise<Turn> => {
  const { tid, route, input, create } = action
  const address = addressOf(caller, action.conversation)
  const request: AdmitRequest = {
    address,
    tid,
    route,
    fingerprint: await fingerprintOf([route, action.request]),
    input,
    owner: parts.owner,
    lease: parts.lease,
    wait: parts.queueWait,
    ...(await policyOf(address, create, parts)),
    seen: seenFrom(options.seen),
    create,
    ahead: null
  }
  if (caller.token !== undefined) parts.tokens.set(tid, caller.token)
  const underWay = Promise.withResolvers<boolean>()
  const result = admit(request, parts, background, () => underWay.resolve(true))
    .then(ended => resultOf(parts.store, address, ended))
    .finally(() => {
      underWay.resolve(false)
      parts.tokens.delete(tid)
    })
  // The turn goes on when nobody waits for it any more; its failure is told to whoever does.
  background(result.catch(() => {}))
  const turn = { conversationId: action.conversation, underWay: underWay.promise, result }
  return {
    ...turn,
    events: (after, signal) => turnEvents(parts.store, { ...turn, address, tid }, after, signal)
  }
}

/** Where a caller's conversation is. */
export const addressOf = (caller: Caller, conversation: string): Address => ({
  tenant: caller.tenant,
  user: caller.user,
  conversation
})

/** What the workflow says of waiting, and its agent of acting for others. */
export const policyOf = async (
  address: Address,
  create: AdmitRequest['create'],
  parts: Parts
): Promise<Pick<AdmitRequest, 'waiting' | 'drives'>> => {
  const reference = create?.workflow ?? (await workflowOf(address, parts))
  if (reference === undefined) return { waiting: 'queue', drives: false }
  parts.workflowOf.set(address, reference)
  const { needsUser } = parts.channel(reference).capabilities
  return { waiting: parts.workflow(reference)?.waiting ?? 'queue', drives: !needsUser }
}

/** A conversation may have moved to a version that this worker has not heard of: then it asks. */
const workflowOf = async (
  address: Address,
  parts: Parts
): Promise<WorkflowReference | undefined> => {
  const known = parts.workflowOf.get(address)
  if (known !== undefined && parts.workflow(known) !== null) return known
  return (await parts.store.head(address))?.workflow
}

const seenFrom = (seen: string | undefined): AdmitRequest['seen'] => {
  if (seen === undefined) return null
  const dot = seen.indexOf('.')
  const version = Number(seen.slice(0, dot))
  if (dot > 0 && Number.isSafeInteger(version)) return { version, hash: seen.slice(dot + 1) }
  throw new TurnwiseError('ERR_CONVERSATION_REGRESSED', 'This is nothing a client has been sent.')
}
