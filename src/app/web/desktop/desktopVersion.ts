import { KiB } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { readForeignText } from '#ui/readForeignText.ts'
import { addressBelow } from './downloadLinks.ts'

/** The version offered when the latest version is unknown (A§7). */
export const DEFAULT_DESKTOP_VERSION = '0.7.0'
/** The file usually has some hundred bytes. */
const LONGEST_YML = 16 * KiB
const LONGEST_VERSION = 40

/** Returns true when the text is a version that may be part of an installer URL. */
export const isVersion = (text: string): boolean => text.length <= LONGEST_VERSION && /^\d+\.\d+\.\d+([-+.][\w.]+)?$/.test(text)

/** Returns the version in a `latest.yml`, or null unless exactly one line has a valid version. */
export function versionIn(yml: string): string | null {
  const said = [...yml.matchAll(/^version:(.*)$/gm)]
  const value = said[0]?.[1]?.trim() ?? ''
  const version = /^(['"])(.*)\1$/.exec(value)?.[2] ?? value
  return said.length === 1 && isVersion(version) ? version : null
}

/** Returns the latest version of the desktop program from its static host (A§7). Rejects when there is none within `timeout`. */
export async function readDesktopVersion(base: string, timeout: Millis, signal?: AbortSignal): Promise<string> {
  const address = addressBelow(base, 'latest.yml')
  if (!address) throw new Error('the address of the downloads is none that may be asked')
  const yml = await readForeignText(address, { timeout, most: LONGEST_YML, ...(signal && { signal }) })
  const version = versionIn(yml)
  if (!version) throw new Error('latest.yml says no version')
  return version
}
