import type { Config } from '#platform/config/config.ts'

/**
 * A signed link of ours as the caller reaches us. Where no PUBLIC_URL is set, people come by several names (`localhost`,
 * an address of the local network); the link answers by the name they used, and only they get to see it.
 */
export function atOrigin(link: string, config: Config, from: { host: string }): string {
  const isPlainHost = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(from.host)
  if (config.hasPublicUrl || !isPlainHost || !link.startsWith(config.publicUrl)) return link
  return `http://${from.host}${link.slice(config.publicUrl.length)}`
}
