import type { DesktopLinks } from './downloadLinks.ts'
import { mayDownload } from './downloadLinks.ts'
import type { System } from './systemOf.ts'

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
export const isShop = (name: OfferName): boolean => name === 'app_store' || name === 'google_play'

export const isDesktop = (name: OfferName): boolean => !isShop(name) && name !== 'apk'

/** The URLs of the phone apps, configured by the operator. */
export type PhoneLinks = { app_store: string | null; google_play: string | null; apk: string | null }

/** Returns the available downloads: those for the system and all others. */
export function offersFor(system: System, desktop: DesktopLinks | null, phone: PhoneLinks) {
  const links: Record<OfferName, string | null> = {
    windows: desktop?.windows ?? null,
    mac_arm: desktop?.macArm ?? null,
    mac_intel: desktop?.macIntel ?? null,
    ...phone,
  }
  const offers = Object.entries(links).flatMap(([name, href]): Offer[] =>
    href !== null && mayDownload(href) ? [{ name: name as OfferName, href }] : [],
  )
  const fits = ({ name }: Offer) => FITTING[system].includes(name)
  return { fitting: offers.filter(fits), others: offers.filter((offer) => !fits(offer)) }
}

const FITTING: Readonly<Record<System, readonly OfferName[]>> = {
  windows: ['windows'],
  mac: ['mac_arm', 'mac_intel'],
  ios: ['app_store'],
  android: ['google_play', 'apk'],
  linux: [],
  chromeos: [],
  other: [],
}
