/** The URLs of the installers of the desktop program by platform. */
export type DesktopLinks = { windows: string; macArm: string; macIntel: string }

/** Returns the URLs of the installers next to `latest.yml` (A§7), or null when downloads from `base` are not allowed. */
export function getDesktopLinks(baseUrl: string, version: string): DesktopLinks | null {
  const getUrl = (suffix: string) => resolveFileUrl(baseUrl, `Earshot-${version}-${suffix}`)
  const [windows, macArm, macIntel] = [getUrl('x64.exe'), getUrl('arm64.dmg'), getUrl('x64.dmg')]
  return windows && macArm && macIntel ? { windows, macArm, macIntel } : null
}

/** Returns the URL of a file below the URL of the static host, or null when downloads from it are not allowed. */
export function resolveFileUrl(baseUrl: string, name: string): string | null {
  if (!isDownloadAllowed(baseUrl)) return null
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${encodeURIComponent(name)}`
  url.hash = ''
  return url.href
}

/** Allows downloads over https or from this machine only, and only from URLs without credentials. */
export function isDownloadAllowed(urlText: string): boolean {
  if (!URL.canParse(urlText)) return false
  const { protocol, hostname, username, password } = new URL(urlText)
  return (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))) && !username && !password
}

/** Returns true for host names that only this machine can reach. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]'
