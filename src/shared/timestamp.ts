import type { Millis } from './units.ts'

/** Formats a time or duration as `6:14`, or as `1:16:20` from one hour on. Rounds down to whole seconds. */
export function formatTimestamp(time: Millis): string {
  const seconds = Math.max(0, Math.floor(time / 1000))
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const twoDigits = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${twoDigits(m)}:${twoDigits(s)}` : `${m}:${twoDigits(s)}`
}
