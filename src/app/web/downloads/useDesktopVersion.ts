import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { minutes, seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { STORAGE_KEYS, getString, setItem } from '#browser/storage/storage.ts'
import { DEFAULT_DESKTOP_VERSION, isValidVersion, fetchDesktopVersion } from './desktopVersion.ts'

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
