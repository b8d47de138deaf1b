import type { DesktopLinks } from './downloadLinks.ts'
import { isDownloadAllowed } from './downloadLinks.ts'
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
