import { languageTag } from '#ui/locales.ts'
import type { Locale } from '#ui/locales.ts'

/** The zone this browser keeps. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** `+02:00` of a zone at a moment; empty where the browser does not know the zone. */
export function offsetOf(zone: string, at: number): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at)
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return name.replace('GMT', '') || '+00:00'
  } catch {
    return ''
  }
}

/** Every zone the browser knows, and those named beside; each with its offset now, in the order of the alphabet. */
export function zoneOptions(locale: Locale, at: number, also: readonly string[]): { value: string; label: string }[] {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...also])
  const compare = new Intl.Collator(languageTag(locale)).compare
  return [...known].sort(compare).map((zone) => ({ value: zone, label: `${zone.replaceAll('_', ' ')} (${offsetOf(zone, at)})` }))
}
