import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { KiB, minutes, seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { fetchExternalText } from '#browser/http/fetchExternalText.ts'
import { resolveFileUrl } from './offers.ts'
import { STORAGE_KEYS, getString, setItem } from '#browser/storage/storage.ts'

/** The version offered when the latest version is unknown (A§7). */
const DEFAULT_DESKTOP_VERSION = '0.7.0'
/** The file usually has several hundred bytes. */
const MAX_YML_BYTES = 16 * KiB
const MAX_VERSION_LENGTH = 40

/** Returns true when the text is a version that may be part of an installer URL. */
const isValidVersion = (text: string): boolean => text.length <= MAX_VERSION_LENGTH && /^\d+\.\d+\.\d+([-+.][\w.]+)?$/.test(text)

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
  if (!url) throw new Error('the address of the downloads is not allowed')
  const yml = await fetchExternalText(url, { timeout, maxBytes: MAX_YML_BYTES, ...(signal && { signal }) })
  const version = parseVersion(yml)
  if (!version) throw new Error('latest.yml contains no version')
  return version
}

/** The timeouts of the version request (A§7). */
export const PAGE_VERSION_TIMEOUT: Millis = seconds(30)
export const DIALOG_VERSION_TIMEOUT: Millis = seconds(10)

export type DesktopVersion = {
  version: string
  /**
   * `latest`: the version from the host, or the stored version during the request. `seen`: the stored version after a failed
   * request. `default`: the request failed and no version is stored.
   */
  source: 'latest' | 'seen' | 'default'
}

/** Returns the version to offer; undefined during the request when none is stored, and when there is no program. */
export function useDesktopVersion(baseUrl: string | null, timeout: Millis): DesktopVersion | undefined {
  const [storedVersion] = useState(getStoredVersion)
  const query = useQuery({
    queryKey: ['desktop-version', baseUrl],
    queryFn: async ({ signal }) => {
      const version = await fetchDesktopVersion(baseUrl ?? '', timeout, signal)
      setItem(STORAGE_KEYS.desktopVersion, version)
      return version
    },
    enabled: baseUrl !== null,
    retry: false,
    staleTime: minutes(10),
  })
  if (baseUrl === null) return undefined
  if (query.data !== undefined) return { version: query.data, source: 'latest' }
  if (query.isPending) return storedVersion === undefined ? undefined : { version: storedVersion, source: 'latest' }
  return storedVersion ? { version: storedVersion, source: 'seen' } : { version: DEFAULT_DESKTOP_VERSION, source: 'default' }
}

function getStoredVersion(): string | undefined {
  const stored = getString(STORAGE_KEYS.desktopVersion)
  return stored !== undefined && isValidVersion(stored) ? stored : undefined
}
