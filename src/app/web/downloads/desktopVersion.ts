import { KiB } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { fetchExternalText } from '#browser/http/fetchExternalText.ts'
import { resolveFileUrl } from './downloadLinks.ts'

/** The version offered when the latest version is unknown (A§7). */
export const DEFAULT_DESKTOP_VERSION = '0.7.0'
/** The file usually has some hundred bytes. */
const MAX_YML_BYTES = 16 * KiB
const MAX_VERSION_LENGTH = 40

/** Returns true when the text is a version that may be part of an installer URL. */
export const isValidVersion = (text: string): boolean =>
  text.length <= MAX_VERSION_LENGTH && /^\d+\.\d+\.\d+([-+.][\w.]+)?$/.test(text)

/** Returns the version in a `latest.yml`, or null unless exactly one line has a valid version. */
export function parseVersion(yml: string): string | null {
  const matches = [...yml.matchAll(/^version:(.*)$/gm)]
  const value = matches[0]?.[1]?.trim() ?? ''
  const version = /^(['"])(.*)\1$/.exec(value)?.[2] ?? value
  return matches.length === 1 && isValidVersion(version) ? version : null
}

/** Returns the latest version of the desktop program from its static host (A§7). Rejects when there is none within `timeout`. */
export async function fetchDesktopVersion(baseUrl: string, timeout: Millis, signal?: AbortSignal): Promise<string> {
  const url = resolveFileUrl(baseUrl, 'latest.yml')
  if (!url) throw new Error('the address of the downloads is none that may be asked')
  const yml = await fetchExternalText(url, { timeout, maxBytes: MAX_YML_BYTES, ...(signal && { signal }) })
  const version = parseVersion(yml)
  if (!version) throw new Error('latest.yml says no version')
  return version
}
