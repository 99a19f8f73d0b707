/** What Node offers to code that must also run elsewhere; other hosts have no such thing. */
type Host = {
  process?: { getBuiltinModule?(id: 'node:crypto'): { hash?: Hash } | undefined }
}

type Hash = {
  (algorithm: 'sha256', text: string, encoding: 'buffer'): Uint8Array
  (algorithm: 'sha256', text: string, encoding: 'base64url'): string
}

const hash = (globalThis as Host).process?.getBuiltinModule?.('node:crypto')?.hash

/**
 * SHA-256 of a text.
 *
 * Where the host hashes at once that is taken: an entry takes microseconds, and Web Crypto would send
 * each on a trip to another thread, which costs more than hashing it.
 */
export const digest = (text: string): Uint8Array | Promise<Uint8Array> =>
  hash === undefined ? webDigest(text) : hash('sha256', text, 'buffer')

/** SHA-256 of a text, in base64url. */
export const hashOf = async (text: string): Promise<string> =>
  hash === undefined ? base64url(await webDigest(text)) : hash('sha256', text, 'base64url')

const webDigest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
