import canonicalize from 'canonicalize'
import { guidFrom } from '../guid.ts'
import { digest, hashOf } from './digest.ts'

/** SHA-256 of a value's canonical JSON: equal for equal values, whatever the order of their keys. */
export const fingerprintOf = (value: unknown): Promise<string> =>
  hashOf(canonicalize(value) ?? 'undefined')

/** The id of a turn: the same for every repeat of one action of one user. */
export const turnIdOf = (action: {
  tenant: string
  user: string
  conversation: string
  route: string
  key: string
}): Promise<string> =>
  fingerprintOf([action.tenant, action.user, action.conversation, action.route, action.key])

/** A GUID that follows from a turn's id, so that a retried start lands in the same place. */
export const guidOf = async (purpose: string, tid: string): Promise<string> =>
  guidFrom(await digest(`${purpose}:${tid}`))

/** 64 random bits for the tags of one query: of a UUID, because hosts keep those at hand. */
export const newNonce = (): string => {
  const id = crypto.randomUUID()
  return id.slice(0, 8) + id.slice(-8)
}
