import ipaddr from 'ipaddr.js'

/** Narrows or widens what `safeHref` lets pass. */
export interface SafeHrefOptions {
  /**
   * When given, only these hosts pass: `contoso.com` is that host alone, `*.contoso.com` each of
   * its subdomains. The list narrows; a private host on it is still refused.
   */
  readonly allowedHosts?: readonly string[]
  /** Lets `mailto:` pass, with one address and at most a subject. */
  readonly allowMail?: boolean
}

/** The longest link that passes, before and after normalising, in UTF-16 code units. */
const MAX_HREF_LENGTH = 2048

/**
 * Turns a value from outside into a link that is safe to show and to follow, or into null.
 *
 * Safe is: `https`, no credentials, a public host, no white space, control or backslash anywhere.
 * The host is judged as the URL parser understands it, so that decimal, octal, hexadecimal,
 * full-width and IPv4-in-IPv6 spellings of an address are what they mean. Names are not
 * resolved: whether a public name points to a private address is for the one who connects.
 *
 * @returns the normalised href (punycode as the URL standard writes it), or null when refused;
 *   a returned href passes unchanged
 * @see https://url.spec.whatwg.org/
 */
export function safeHref(value: unknown, options: SafeHrefOptions = {}): string | null {
  if (typeof value !== 'string' || value.length > MAX_HREF_LENGTH) return null
  if (/[\s\p{Cc}\\]/u.test(value)) return null
  if (/^mailto:/i.test(value)) return options.allowMail === true ? safeMail(value) : null

  // The parser also takes `https:host` and drops an empty `user@`: neither is an honest link.
  const authority = /^https:\/\/([^/?#]+)/i.exec(value)?.[1]
  if (authority === undefined || authority.includes('@')) return null
  const url = parseUrl(value)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    return null
  }
  if (!isPublicHost(url.hostname) || !isAllowedHost(url.hostname, options.allowedHosts)) {
    return null
  }
  return url.href.length > MAX_HREF_LENGTH ? null : url.href
}

function parseUrl(value: string): URL | null {
  try {
    return new URL(value)
  } catch {
    return null
  }
}

// A subject cannot smuggle further headers: neither `&` nor an encoded line break passes.
const MAIL = /^mailto:([\w.+-]{1,64}@[\w.-]{1,255})(\?subject=(?:(?!%0[0ad])[^&#"<>])*)?$/i

function safeMail(value: string): string | null {
  const [, address, subject = ''] = MAIL.exec(value) ?? []
  const host = address?.split('@')[1]
  return host !== undefined && isPublicName(host) ? `mailto:${address}${subject}` : null
}

function isAllowedHost(hostname: string, allowed: readonly string[] | undefined): boolean {
  if (allowed === undefined) return true
  const host = withoutRootDot(hostname)
  return allowed.some(entry => {
    const name = withoutRootDot(entry.toLowerCase())
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
  })
}

function isPublicHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(address)) return isPublicAddress(address)
  return isPublicName(hostname)
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

// Public by its number, but it answers inside every machine of one cloud.
const PLATFORM_ADDRESSES = new Set(['168.63.129.16'])

function isPublicAddress(text: string): boolean {
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast' || PLATFORM_ADDRESSES.has(address.toString())) return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST)
}

const PRIVATE_SUFFIXES = [
  // Special-use and customary names of the host itself and of the network around it.
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
  // Public names whose purpose is to resolve to the private address they spell.
  'nip.io',
  'sslip.io',
  'xip.io',
  'localtest.me',
  'lvh.me'
]

function isPublicName(hostname: string): boolean {
  const name = withoutRootDot(hostname.toLowerCase())
  const labels = name.split('.')
  if (labels.length < 2 || name.length > 253) return false
  // The parser lets signs pass that other readers of a link, Markdown first, take for more.
  if (!labels.every(label => /^[a-z\d_-]{1,63}$/.test(label))) return false
  // The parser reads a numeric end as an address; in a mail address nobody has.
  if (/^(?:\d+|0x[\da-f]*)$/.test(labels.at(-1) ?? '')) return false
  return !PRIVATE_SUFFIXES.some(suffix => name === suffix || name.endsWith(`.${suffix}`))
}

function withoutRootDot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}
