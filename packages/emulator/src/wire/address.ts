/** What a URL of the direct-to-engine protocol names. */
export interface Address {
  /** The bot's schema name, empty when a direct connect URL hides it. */
  schemaName: string
  /** Null when the far side is to choose the id. */
  conversationId: string | null
  subscribe: boolean
}

const path = /^(.*)\/conversations(?:\/([^/]+)(\/subscribe)?)?\/?$/
const bot = /\/copilotstudio\/(?:dataverse-backed|prebuilt)\/authenticated\/bots\/([^/]+)$/
const id = /^[A-Za-z0-9_.:|~-]{1,200}$/

/**
 * Reads a request path; published and prebuilt agents and direct connect URLs share their endings.
 * @returns null when the path is not one of the protocol, or holds an id no service would give
 */
export function readAddress(pathname: string): Address | null {
  const [, base, rawId, subscribe] = path.exec(pathname) ?? []
  if (base === undefined) return null
  const conversationId = rawId === undefined ? null : decode(rawId)
  if (conversationId !== null && !id.test(conversationId)) return null
  const schemaName = decode(bot.exec(base)?.[1] ?? '')
  return { schemaName, conversationId, subscribe: subscribe !== undefined }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
