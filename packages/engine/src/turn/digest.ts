/** What Node offers to code that must also run elsewhere; other hosts have no such thing. */
const builtin = globalThis.process?.getBuiltinModule?.('node:crypto')

/**
 * SHA-256 of a text.
 *
 * Where the host hashes at once that is taken: an entry takes microseconds, and Web Crypto would send
 * each on a trip to another thread, which costs more than hashing it.
 */
export const digest = (text: string): Uint8Array | Promise<Uint8Array> =>
  builtin === undefined ? webDigest(text) : builtin.hash('sha256', text, 'buffer')

const webDigest = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
