import { hash } from 'node:crypto'
import type { AdmitRequest, GrantKey, Reply } from '@turnwise/engine'
import { pack } from '../packed/pack.ts'
import type { Argument } from './client.ts'

/** What every rule over a held turn is given first. */
export const proofOf = ({ tid, owner, fence, base }: GrantKey) => [tid, owner, fence, base] as const

/** What a client has seen; empty for nothing. */
export const seenArguments = (seen: AdmitRequest['seen']): (string | number)[] => {
  if (seen === null) return ['', '']
  // No version that anybody can have seen.
  return [Number.isSafeInteger(seen.version) ? seen.version : -1, seen.hash]
}

/** Of replies that were journaled here: the commit that follows names them once more. */
const digests = new WeakMap<Reply, string>()

/** A reply as it is kept until its turn has ended: compressing it would not pay. */
export const replyArguments = (reply: Reply) => {
  const text = JSON.stringify(reply)
  const digest = digestOf(text)
  digests.set(reply, digest)
  return [text, digest] as const
}

/** Journaled replies by ask and digest, as the rule compares them with what is there. */
export const heardArgument = (replies: readonly Reply[]): string =>
  replies
    .map(reply => `${reply.ask}:${digests.get(reply) ?? digestOf(JSON.stringify(reply))}`)
    .join(' ')

const digestOf = (text: string): string => hash('sha256', text, 'base64url')

/** What was written ahead, and for which entry; empty for nothing. */
export const aheadArguments = (ahead: AdmitRequest['ahead']): string[] =>
  ahead === null
    ? ['', '', '']
    : [ahead.head.hash, ahead.mark.query, JSON.stringify(ahead.mark.handles)]

/** The head of a conversation that is to be opened; empty for none. */
export const createArguments = (create: AdmitRequest['create']): Argument[] => {
  if (create === null) return ['', '', '', '']
  const { ref, title, locale, workflow, state } = create
  return [
    JSON.stringify(ref),
    JSON.stringify({ title, locale }),
    JSON.stringify(workflow),
    pack(state)
  ]
}
