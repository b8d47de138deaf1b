/** The operating system, as far as it decides which downloads to offer. */
export type System = 'windows' | 'mac' | 'linux' | 'chromeos' | 'ios' | 'android' | 'other'

/** What the browser reports about the device. */
export type Said = {
  /** `navigator.userAgentData.platform`, if the browser has it. */
  platform?: string | undefined
  userAgent: string
  /** iPads report to be a Mac, but Macs have no touch screen. */
  touchPoints: number
}

export function systemOf({ platform = '', userAgent, touchPoints }: Said): System {
  const named = PLATFORMS[platform.toLowerCase()]
  if (named) return named
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Macintosh|Mac OS X/.test(userAgent)) return touchPoints > 1 ? 'ios' : 'mac'
  if (/Android/.test(userAgent)) return 'android'
  if (/Windows/.test(userAgent)) return 'windows'
  if (/\bCrOS\b/.test(userAgent)) return 'chromeos'
  return /Linux|X11/.test(userAgent) ? 'linux' : 'other'
}

export const isPhone = (system: System): boolean => system === 'ios' || system === 'android'

/** Returns the operating system of this browser. */
export function thisSystem(): System {
  const { userAgent, maxTouchPoints } = navigator
  const { userAgentData } = navigator as { userAgentData?: { platform?: string } }
  return systemOf({ platform: userAgentData?.platform, userAgent, touchPoints: maxTouchPoints })
}

const PLATFORMS: Readonly<Record<string, System>> = {
  windows: 'windows',
  macos: 'mac',
  linux: 'linux',
  'chrome os': 'chromeos',
  'chromium os': 'chromeos',
  android: 'android',
  ios: 'ios',
}
