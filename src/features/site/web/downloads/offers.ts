import type { OperatingSystem } from './operatingSystem.ts'

export type OfferName = 'windows' | 'mac_arm' | 'mac_intel' | 'app_store' | 'google_play' | 'apk'
export type Offer = { name: OfferName; href: string }

/** Proper names, the same in every language. */
export const OFFER_NAMES: Readonly<Record<OfferName, string>> = {
  windows: 'Windows',
  mac_arm: 'macOS (Apple silicon)',
  mac_intel: 'macOS (Intel)',
  app_store: 'App Store',
  google_play: 'Google Play',
  apk: 'Android (APK)',
}

/** Returns true for app stores, which open in a new tab; the other offers are files. */
export const isAppStore = (name: OfferName): boolean => name === 'app_store' || name === 'google_play'

export const isDesktopOffer = (name: OfferName): boolean => !isAppStore(name) && name !== 'apk'

/** The URLs of the phone apps, configured by the operator. */
export type PhoneAppLinks = { app_store: string | null; google_play: string | null; apk: string | null }

/** Returns the available downloads: those for the system and all others. */
export function getOffers(system: OperatingSystem, desktop: DesktopLinks | null, phone: PhoneAppLinks) {
  const links: Record<OfferName, string | null> = {
    windows: desktop?.windows ?? null,
    mac_arm: desktop?.macArm ?? null,
    mac_intel: desktop?.macIntel ?? null,
    ...phone,
  }
  const offers = Object.entries(links).flatMap(([name, href]): Offer[] =>
    href !== null && isDownloadAllowed(href) ? [{ name: name as OfferName, href }] : [],
  )
  const matchesSystem = ({ name }: Offer) => OFFERS_BY_SYSTEM[system].includes(name)
  return { fitting: offers.filter(matchesSystem), others: offers.filter((offer) => !matchesSystem(offer)) }
}

const OFFERS_BY_SYSTEM: Readonly<Record<OperatingSystem, readonly OfferName[]>> = {
  windows: ['windows'],
  mac: ['mac_arm', 'mac_intel'],
  ios: ['app_store'],
  android: ['google_play', 'apk'],
  linux: [],
  chromeos: [],
  other: [],
}

/** The URLs of the installers of the desktop program by platform. */
type DesktopLinks = { windows: string; macArm: string; macIntel: string }

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
