import { languageTag } from '#browser/i18n/locales.ts'
import type { Locale } from '#browser/i18n/locales.ts'

/** Returns the time zone of the browser. */
export const getBrowserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** Returns the UTC offset of a zone at a time, such as `+02:00`. Returns an empty string for an unknown zone. */
export function utcOffset(zone: string, time: number): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(time)
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return name.replace('GMT', '') || '+00:00'
  } catch {
    return ''
  }
}

/** Returns all zones of the browser and the additional ones, sorted by name, each with its offset at the given time. */
export function timeZoneOptions(locale: Locale, time: number, additional: readonly string[]): { value: string; label: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...additional])
  const compare = new Intl.Collator(languageTag(locale)).compare
  return [...zones]
    .sort(compare)
    .map((zone) => ({ value: zone, label: `${zone.replaceAll('_', ' ')} (${utcOffset(zone, time)})` }))
}
