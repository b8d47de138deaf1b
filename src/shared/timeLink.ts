import type { Millis } from './units.ts'

/** Returns the fragment for a time of a recording on its page, such as `t=374000` (milliseconds). */
export const toTimeHash = (time: Millis): string => `t=${Math.max(0, Math.round(time))}`

/** Returns the link to a time of a recording within its page. */
export const toTimeLink = (time: Millis): string => `#${toTimeHash(time)}`

/** Returns the time of such a link; undefined for other links. */
export function parseTimeLink(href: string): Millis | undefined {
  const digits = /^#t=(\d{1,12})$/.exec(href)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Returns the fragment for a tab of a recording's page: the summary, or a note by its id. */
export const toTabHash = (tab: 'summary' | `note:${string}`): string => `tab=${tab}`

/** Returns the tab of a link with such a fragment; undefined for other links. */
export const parseTabLink = (href: string): 'summary' | `note:${string}` | undefined =>
  /^#tab=(summary|note:[\w-]{1,64})$/.exec(href)?.[1] as 'summary' | `note:${string}` | undefined
