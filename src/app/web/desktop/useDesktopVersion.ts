import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { minutes, seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { STORED, recallText, store } from '#ui/storage.ts'
import { DEFAULT_DESKTOP_VERSION, isVersion, readDesktopVersion } from './desktopVersion.ts'

/** The timeouts of the version request (A§7). */
export const VERSION_ON_PAGE: Millis = seconds(30)
export const VERSION_IN_DIALOG: Millis = seconds(10)

export type DesktopVersion = {
  version: string
  /**
   * `latest`: the version from the host, or the stored version during the request. `seen`: the stored version after a failed
   * request. `default`: the request failed and no version is stored.
   */
  from: 'latest' | 'seen' | 'default'
}

/** Returns the version to offer; undefined during the request when none is stored, and when there is no program. */
export function useDesktopVersion(base: string | null, timeout: Millis): DesktopVersion | undefined {
  const [seen] = useState(seenVersion)
  const asked = useQuery({
    queryKey: ['desktop-version', base],
    queryFn: async ({ signal }) => {
      const version = await readDesktopVersion(base ?? '', timeout, signal)
      store(STORED.desktopVersion, version)
      return version
    },
    enabled: base !== null,
    retry: false,
    staleTime: minutes(10),
  })
  if (base === null) return undefined
  if (asked.data !== undefined) return { version: asked.data, from: 'latest' }
  if (asked.isPending) return seen === undefined ? undefined : { version: seen, from: 'latest' }
  return seen ? { version: seen, from: 'seen' } : { version: DEFAULT_DESKTOP_VERSION, from: 'default' }
}

function seenVersion(): string | undefined {
  const kept = recallText(STORED.desktopVersion)
  return kept !== undefined && isVersion(kept) ? kept : undefined
}
