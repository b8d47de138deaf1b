import { useMemo } from 'react'
import { useServerSettings } from '#features/site/web.tsx'
import { languageName } from '#browser/i18n/languageName.ts'
import { languageTag, type Locale } from '#shared/locales.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { languageOptions } from '#shared/languageOptions.ts'
import { BUNDLED_LANGUAGES } from '#shared/spokenLanguages.ts'

type LanguageChoice = { value: string; label: string }

/** Returns the languages that can be spoken, with detection first (B§3). */
export function useSpokenLanguages(): readonly LanguageChoice[] {
  const t = useTranslations('generateDialog')
  const locale = useLocale()
  const region = useServerSettings()?.region ?? 'global'
  return useMemo(() => {
    const options = languageOptions(region).filter(({ engine }) => engine !== null)
    const named = options.map(({ id, tag }) => ({ value: id, label: languageName(tag, locale) }))
    return [{ value: 'auto', label: t('spoken_auto') }, ...sort(named, locale)]
  }, [region, locale, t])
}

/** Returns the languages of summaries. The spoken one is first where the settings name none: they decide when a request names none. */
export function useSummaryLanguages({ hasSpoken }: { hasSpoken: boolean }): readonly LanguageChoice[] {
  const t = useTranslations('generateDialog')
  const locale = useLocale()
  return useMemo(() => {
    const named = BUNDLED_LANGUAGES.map((value) => ({ value, label: languageName(value, locale) }))
    return [...(hasSpoken ? [{ value: '', label: t('summary_spoken') }] : []), ...sort(named, locale)]
  }, [hasSpoken, locale, t])
}

function sort(choices: readonly LanguageChoice[], locale: Locale): LanguageChoice[] {
  const { compare } = new Intl.Collator(languageTag(locale))
  return choices.toSorted((a, b) => compare(a.label, b.label))
}
