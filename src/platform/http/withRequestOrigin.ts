import type { Config } from '#platform/config/config.ts'

/**
 * Returns a signed link with the origin of the request. Without PUBLIC_URL the server is reached under several names
 * (`localhost`, a local IP address), so the link uses the host name of the request. Only that client sees the link.
 */
export function withRequestOrigin(link: string, config: Config, from: { host: string }): string {
  const isValidHost = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(from.host)
  if (config.hasPublicUrl || !isValidHost || !link.startsWith(config.publicUrl)) return link
  return `http://${from.host}${link.slice(config.publicUrl.length)}`
}
