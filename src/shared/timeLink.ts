import type { Millis } from './units.ts'

/** Returns the link to a time of a recording within its page, such as `#t=374000`, in milliseconds. */
export const toTimeLink = (time: Millis): string => `#t=${Math.max(0, Math.round(time))}`

/** Returns the time of such a link, or undefined for any other one. */
export function parseTimeLink(href: string): Millis | undefined {
  const digits = /^#t=(\d{1,12})$/.exec(href)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Returns the link to a part of a recording within its page: its summary, or a note by its id. */
export const toTabLink = (tab: 'summary' | `note:${string}`): string => `#tab=${tab}`

/** Returns the part that such a link names, or undefined for any other one. */
export const parseTabLink = (href: string): 'summary' | `note:${string}` | undefined =>
  /^#tab=(summary|note:[\w-]{1,64})$/.exec(href)?.[1] as 'summary' | `note:${string}` | undefined
