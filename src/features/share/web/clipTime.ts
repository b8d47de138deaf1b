import type { Millis } from '#shared/units.ts'

/** Parses a time as it is shown: `6:02`, `1:06:02` or a number of seconds. Returns undefined for anything else. */
export function parseClipTime(text: string): Millis | undefined {
  const parts = /^\s*(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5})\s*$/.exec(text)
  if (!parts) return undefined
  const [h, min, s] = [parts[1], parts[2], parts[3]].map((digits) => Number(digits ?? 0))
  if (parts[2] !== undefined && s! > 59) return undefined
  if (parts[1] !== undefined && min! > 59) return undefined
  return ((h! * 60 + min!) * 60 + s!) * 1000
}
