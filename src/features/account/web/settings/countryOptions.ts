import { COUNTRIES } from '#kit/countries.ts'
import { languageTag } from '#ui/locales.ts'
import type { Locale } from '#ui/locales.ts'

/** The name of a country in the reader's language; its code where the browser has none. */
export const countryName = (locale: Locale, code: string): string =>
  new Intl.DisplayNames(languageTag(locale), { type: 'region' }).of(code) ?? code

/** Every country by its name in the reader's language, in the order of its alphabet. */
export function countryOptions(locale: Locale): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(languageTag(locale), { type: 'region' })
  const compare = new Intl.Collator(languageTag(locale)).compare
  return [...COUNTRIES].map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) => compare(a.label, b.label))
}
