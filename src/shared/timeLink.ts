import type { Millis } from './units.ts'

/** Returns the link to a time of a recording within its page, such as `#t=374000`, in milliseconds. */
export const toTimeLink = (time: Millis): string => `#t=${Math.max(0, Math.round(time))}`

/** Returns the time of such a link, or undefined for any other one. */
export function parseTimeLink(href: string): Millis | undefined {
  const digits = /^#t=(\d{1,12})$/.exec(href)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
