import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network of an address that one household or office shares: /24 of IPv4, /56 of IPv6. Every spelling of an address
 * gives the same result; IPv4-mapped IPv6 addresses count as IPv4.
 */
export function networkOf(ip: string): string {
  if (isIPv4(ip)) return `${ip.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(ip)) return 'unknown'
  const groups = parseIpv6(ip.split('%')[0] ?? '')
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return `${groups[6]! >> 8}.${groups[6]! & 0xff}.${groups[7]! >> 8}.0/24`
  return `${[...groups.slice(0, 3), groups[3]! & 0xff00].map((group) => group.toString(16)).join(':')}::/56`
}

/** Returns the eight groups of an IPv6 address. The URL parser accepts every spelling. */
function parseIpv6(ip: string): number[] {
  const [head = '', rest] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::')
  const numbers = (text: string) => text.split(':').flatMap((group) => (group === '' ? [] : Number.parseInt(group, 16)))
  const left = numbers(head)
  const right = numbers(rest ?? '')
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}
