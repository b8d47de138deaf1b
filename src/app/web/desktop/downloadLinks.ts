/** Where the desktop program lies, by what it is made for. */
export type DesktopLinks = { windows: string; macArm: string; macIntel: string }

/** The installers of a version beside `latest.yml` (A§7); null where the base is no address to download from. */
export function desktopLinks(base: string, version: string): DesktopLinks | null {
  const file = (end: string) => addressBelow(base, `Earshot-${version}-${end}`)
  const [windows, macArm, macIntel] = [file('x64.exe'), file('arm64.dmg'), file('x64.dmg')]
  return windows && macArm && macIntel ? { windows, macArm, macIntel } : null
}

/** A file below the static host's address; null where that is none to download from. */
export function addressBelow(base: string, name: string): string | null {
  if (!mayDownload(base)) return null
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${encodeURIComponent(name)}`
  url.hash = ''
  return url.href
}

/** Programs are taken over https only, or from this machine itself; nobody's name or password in the address. */
export function mayDownload(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  return (protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))) && !username && !password
}

/** Names no other machine can reach this one by. */
export const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]'
