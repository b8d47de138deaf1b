import { useMemo } from 'react'
import { Combobox } from '#ui/select/Combobox.tsx'
import type { ComboboxOption } from '#ui/select/Combobox.tsx'
import { FALLBACK_LOCALE } from '#browser/i18n/locales.ts'
import type { Locale } from '#browser/i18n/locales.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { countryName, countryOptions } from './countryOptions.ts'

/** A searchable list of all countries in the user's language. `value` is empty until the country is known. */
export function CountrySelect({ value, onChange }: { value: string; onChange: (country: string) => void }) {
  const t = useTranslations('account')
  const locale = useLocale()
  const options = useMemo(() => searchOptions(locale), [locale])
  return <Combobox label={t('country')} options={options} value={value || null} onChange={onChange} autoComplete="country" />
}

/** Adds the English name and the code as search keywords. */
function searchOptions(locale: Locale): ComboboxOption<string>[] {
  return countryOptions(locale).map((option) => ({
    ...option,
    keywords: `${countryName(FALLBACK_LOCALE, option.value)} ${option.value}`,
  }))
}
