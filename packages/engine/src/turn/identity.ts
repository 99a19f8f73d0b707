import canonicalize from 'canonicalize'
import { guidFrom } from '../guid.ts'
import { digest } from './digest.ts'

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** SHA-256 of a text, in base64url. */
export const hashOf = async (text: string): Promise<string> => base64url(await digest(text))

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

/** 64 random bits for the tags of one query. */
export const newNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), byte =>
    byte.toString(16).padStart(2, '0')
  ).join('')
