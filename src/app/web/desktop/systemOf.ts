/** What a reader sits at, as far as it decides what to offer. */
export type System = 'windows' | 'mac' | 'linux' | 'chromeos' | 'ios' | 'android' | 'other'

/** What the browser says of it. */
export type Said = {
  /** `navigator.userAgentData.platform`, where there is one. */
  platform?: string | undefined
  userAgent: string
  /** An iPad calls itself a Mac; no Mac has a touch screen. */
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

/** The system this page is read on. */
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
