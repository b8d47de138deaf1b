import { KiB } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { readForeignText } from '#ui/readForeignText.ts'
import { addressBelow } from './downloadLinks.ts'

/** What is offered where the latest version cannot be found out (A§7). */
export const DEFAULT_DESKTOP_VERSION = '0.7.0'
/** Some hundred bytes are usual. */
const LONGEST_YML = 16 * KiB
const LONGEST_VERSION = 40

/** Whether a version may stand in the address of an installer. */
export const isVersion = (text: string): boolean => text.length <= LONGEST_VERSION && /^\d+\.\d+\.\d+([-+.][\w.]+)?$/.test(text)

/** The version of a `latest.yml`; null unless exactly one line of it says one. */
export function versionIn(yml: string): string | null {
  const said = [...yml.matchAll(/^version:(.*)$/gm)]
  const value = said[0]?.[1]?.trim() ?? ''
  const version = /^(['"])(.*)\1$/.exec(value)?.[2] ?? value
  return said.length === 1 && isVersion(version) ? version : null
}

/** The desktop program's latest version, as its static host says (A§7). Rejects when it says none in time. */
export async function readDesktopVersion(base: string, timeout: Millis, signal?: AbortSignal): Promise<string> {
  const address = addressBelow(base, 'latest.yml')
  if (!address) throw new Error('the address of the downloads is none that may be asked')
  const yml = await readForeignText(address, { timeout, most: LONGEST_YML, ...(signal && { signal }) })
  const version = versionIn(yml)
  if (!version) throw new Error('latest.yml says no version')
  return version
}
