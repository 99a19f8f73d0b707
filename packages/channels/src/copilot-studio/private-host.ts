import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Addresses no agent on the internet has; 168.63.129.16 is Azure's own host agent. */
const reserved = new BlockList()
const reservedV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  ['168.63.129.16', 32]
] as const
const reservedV6 = [
  ['::', 128],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8]
] as const
for (const [network, prefix] of reservedV4) reserved.addSubnet(network, prefix)
for (const [network, prefix] of reservedV6) reserved.addSubnet(network, prefix, 'ipv6')

const within = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The host as a URL object spells it, without brackets and final dot. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$|\.$/g, '')

/** Tells whether a host names this machine. @param hostname as `URL.hostname` spells it */
export function isLoopbackHost(hostname: string): boolean {
  const host = bare(hostname)
  if (isIP(host)) return within(loopback, host)
  return host === 'localhost' || host.endsWith('.localhost')
}

/**
 * Tells whether a host is one that only a private network could answer for: by its address, or by a
 * name that public DNS does not give out.
 *
 * @param hostname as `URL.hostname` spells it: lower case, addresses in their canonical form
 */
export function isPrivateHost(hostname: string): boolean {
  if (isLoopbackHost(hostname)) return true
  const host = bare(hostname)
  if (isIP(host)) return within(reserved, host)
  return !host.includes('.') || /\.(?:local|internal|lan|home\.arpa)$/.test(host)
}
