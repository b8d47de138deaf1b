/** The URLs of the installers of the desktop program by platform. */
export type DesktopLinks = { windows: string; macArm: string; macIntel: string }

/** Returns the URLs of the installers next to `latest.yml` (A§7), or null when downloads from `base` are not allowed. */
export function desktopLinks(base: string, version: string): DesktopLinks | null {
  const file = (end: string) => addressBelow(base, `Earshot-${version}-${end}`)
  const [windows, macArm, macIntel] = [file('x64.exe'), file('arm64.dmg'), file('x64.dmg')]
  return windows && macArm && macIntel ? { windows, macArm, macIntel } : null
}

/** Returns the URL of a file below the URL of the static host, or null when downloads from it are not allowed. */
export function addressBelow(base: string, name: string): string | null {
  if (!mayDownload(base)) return null
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${encodeURIComponent(name)}`
  url.hash = ''
  return url.href
}

/** Allows downloads over https or from this machine only, and only from URLs without credentials. */
export function mayDownload(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  return (protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))) && !username && !password
}

/** Returns true for host names that only this machine can reach. */
export const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]'
