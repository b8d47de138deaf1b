/**
 * Whether a link in words that a server shows to everybody (A§8) may be opened: https only, and only to this site, its parts or
 * what it is a part of, or to a host named when the page was built (VITE_LINK_HOSTS, with commas). Elsewhere a forged notice
 * could send people to a copy of the sign-in page.
 */
export function mayOpenLink(link: string, from: { hostname: string } = location, hosts: readonly string[] = LINK_HOSTS): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, hostname, username, password } = new URL(link)
  if (protocol !== 'https:' || username || password) return false
  return isSameSite(hostname, from.hostname) || hosts.some((host) => isWithin(hostname, host))
}

const LINK_HOSTS = String(import.meta.env?.['VITE_LINK_HOSTS'] ?? '')
  .split(',')
  .map((host) => host.trim().toLowerCase())
  .filter((host) => host !== '')

const isSameSite = (one: string, other: string): boolean => isWithin(one, other) || (isWithin(other, one) && one.includes('.'))

const isWithin = (name: string, host: string): boolean => name === host || name.endsWith(`.${host}`)
