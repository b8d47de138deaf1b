import { openDialog } from '#ui/dialog/openDialog.ts'

/** The operating system, as far as it decides which downloads to offer. */
export type OperatingSystem = 'windows' | 'mac' | 'linux' | 'chromeos' | 'ios' | 'android' | 'other'

/** What the browser reports about the device. */
export type BrowserInfo = {
  /** `navigator.userAgentData.platform`, if the browser has it. */
  platform?: string | undefined
  userAgent: string
  /** iPads report to be a Mac, but Macs have no touch screen. */
  touchPoints: number
}

export function detectSystem({ platform = '', userAgent, touchPoints }: BrowserInfo): OperatingSystem {
  const knownPlatform = PLATFORMS[platform.toLowerCase()]
  if (knownPlatform) return knownPlatform
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Macintosh|Mac OS X/.test(userAgent)) return touchPoints > 1 ? 'ios' : 'mac'
  if (/Android/.test(userAgent)) return 'android'
  if (/Windows/.test(userAgent)) return 'windows'
  if (/\bCrOS\b/.test(userAgent)) return 'chromeos'
  return /Linux|X11/.test(userAgent) ? 'linux' : 'other'
}

export const isPhone = (system: OperatingSystem): boolean => system === 'ios' || system === 'android'

/** Returns the operating system of this browser. */
export function getCurrentSystem(): OperatingSystem {
  const { userAgent, maxTouchPoints } = navigator
  const { userAgentData } = navigator as { userAgentData?: { platform?: string } }
  return detectSystem({ platform: userAgentData?.platform, userAgent, touchPoints: maxTouchPoints })
}

const PLATFORMS: Readonly<Record<string, OperatingSystem>> = {
  windows: 'windows',
  macos: 'mac',
  linux: 'linux',
  'chrome os': 'chromeos',
  'chromium os': 'chromeos',
  android: 'android',
  ios: 'ios',
}

/** Opens the desktop program (B§4). Phones have none, so it offers the phone apps there. */
export const openDesktopProgram = (): void => openDialog(isPhone(getCurrentSystem()) ? 'download' : 'openDesktop')
