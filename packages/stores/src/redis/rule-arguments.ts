import { hash } from 'node:crypto'
import type { AdmitRequest, GrantKey, Reply } from '@turnwise/engine'
import { pack } from '../packed/pack.ts'
import type { Argument } from './connection.ts'

/** What every rule over a held turn is given first. */
export const proofOf = ({ tid, owner, fence, base }: GrantKey) => [tid, owner, fence, base] as const

/** What a client has seen; empty for nothing. */
export const seenArguments = (seen: AdmitRequest['seen']): (string | number)[] => {
  if (seen === null) return ['', '']
  // No version that anybody can have seen.
  return [Number.isSafeInteger(seen.version) ? seen.version : -1, seen.hash]
}

/** Journaled replies by ask and hash, as the rule compares them with what is there. */
export const heardArgument = (replies: readonly Reply[]): string =>
  replies.map(reply => `${reply.ask}:${hash('sha1', JSON.stringify(reply))}`).join(' ')

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
