import type { Millis } from '#shared/units.ts'

/** Characters that XML 1.0 cannot contain, including lone surrogates. */
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Escapes a text for XML or HTML, in elements and quoted attributes. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(NOT_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** Returns a text on one line, without control characters. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()

const pad = (n: number, digits = 2): string => String(Math.floor(n)).padStart(digits, '0')

/** Formats a time as `01:02:03`, a separator and milliseconds. */
export function formatCueTime(time: Millis, separator: ',' | '.'): string {
  const ms = Math.max(0, Math.round(time))
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}${separator}${pad(ms % 1000, 3)}`
}

/** Formats a time in seconds with three decimals. */
export const formatSeconds = (time: Millis): string => (time / 1000).toFixed(3)
