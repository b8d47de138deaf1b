import { COUNTRIES } from '#shared/countries.ts'
import { languageTag } from '#browser/i18n/locales.ts'
import type { Locale } from '#browser/i18n/locales.ts'

/** The name of a country in the user's language, or its code if the browser has no name. */
export const countryName = (locale: Locale, code: string): string =>
  new Intl.DisplayNames(languageTag(locale), { type: 'region' }).of(code) ?? code

/** All countries with their names in the user's language, sorted in its alphabetical order. */
export function countryOptions(locale: Locale): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(languageTag(locale), { type: 'region' })
  const compare = new Intl.Collator(languageTag(locale)).compare
  return [...COUNTRIES].map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) => compare(a.label, b.label))
}
