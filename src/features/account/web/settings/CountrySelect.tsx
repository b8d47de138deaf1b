import { useId, useMemo } from 'react'
import { COUNTRIES } from '#kit/countries.ts'
import { languageTag } from '#ui/locales.ts'
import type { Locale } from '#ui/locales.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import { useLocale, useWords } from '#ui/words.ts'

/** Where somebody lives, from every country by its name in the reader's language; empty until known. */
export function CountrySelect({ value, onChange }: { value: string; onChange: (country: string) => void }) {
  const t = useWords('account')
  const id = useId()
  const locale = useLocale()
  const options = useMemo(() => countryOptions(locale), [locale])
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-md font-[560] text-ink">
        {t('country')}
      </label>
      <NativeSelect
        id={id}
        options={value ? options : [{ value: '', label: t('country_choose'), disabled: true }, ...options]}
        value={value}
        onChange={onChange}
        autoComplete="country"
      />
    </div>
  )
}

/** The name of a country in the reader's language; its code where the browser has none. */
export const countryName = (locale: Locale, code: string): string =>
  new Intl.DisplayNames(languageTag(locale), { type: 'region' }).of(code) ?? code

/** Every country by its name in the reader's language, in the order of its alphabet. */
export function countryOptions(locale: Locale): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(languageTag(locale), { type: 'region' })
  const compare = new Intl.Collator(languageTag(locale)).compare
  return [...COUNTRIES].map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) => compare(a.label, b.label))
}
