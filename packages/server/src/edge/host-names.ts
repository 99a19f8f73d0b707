const LOOPBACK_V4 = /^127(?:\.\d{1,3}){3}$/
const IP_LITERAL = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/
const HOST_HEADER = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?$/

/** Says whether a host name or address can only mean this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || LOOPBACK_V4.test(name)
  )
}

/**
 * Says under which names in the Host header a server bound to `bound` answers.
 *
 * A page of an attacker can make its own name resolve to this machine, and a browser then counts
 * this server as the page's own origin. It cannot change the Host header, so a server that is open
 * to everybody on the machine answers to the names it knows: loopback names and the address it is
 * bound to. Bound to every address, it answers to addresses, because a rebinding attack needs a name.
 *
 * @see https://en.wikipedia.org/wiki/DNS_rebinding
 */
export function hostNames(bound: string): (header: string | null) => boolean {
  const own = bound.toLowerCase()
  const everywhere = own === '0.0.0.0' || own === '::'
  return header => {
    const name = HOST_HEADER.exec(header ?? '')?.[1]?.toLowerCase()
    if (name === undefined) return false
    if (isLoopback(name) || name === own || name === `[${own}]`) return true
    return everywhere && IP_LITERAL.test(name)
  }
}
