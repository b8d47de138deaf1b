import { useMemo } from 'react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { languageName } from '#browser/i18n/languageName.ts'
import { languageTag, type Locale } from '#shared/locales.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { findLanguageOption, languageOptions } from '#shared/languageOptions.ts'
import type { LanguageOption } from '#shared/languageVariants.ts'
import { ChoiceRow } from '#ui/settings/SettingRow.tsx'
import { Button } from '#ui/button/Button.tsx'
import { useMe, useSettingsUrl } from '#features/profile/web.tsx'
import { useServerSettings } from '#features/site/web.tsx'
import { useLanguageCoverage } from '#features/speech-models/web.tsx'
import type { LanguageCoverage } from '#features/speech-models/contract.ts'

export type SpokenLanguageRowProps = { value: string | null; onChange: (id: string | null) => void }

/** The spoken language of new recordings (B§3). Shows which model transcribes it here, and which one is missing or better. */
export function SpokenLanguageRow({ value, onChange }: SpokenLanguageRowProps) {
  const t = useTranslations('retention')
  const locale = useLocale()
  const region = useServerSettings()?.region ?? 'global'
  const coverage = useLanguageCoverage()
  const options = useMemo(() => {
    const named = languageOptions(region)
      .filter(({ engine }) => engine !== null)
      .map((option) => ({ option, name: languageName(option.tag, locale) }))
      .sort((a, b) => collatorOf(locale).compare(a.name, b.name))
    return named.map(({ option, name }) => ({ value: option.id, label: labelOf(option, name, coverage, t) }))
  }, [region, locale, coverage, t])
  const selected = value === null ? undefined : findLanguageOption(value)
  const covered = selected?.engine ? coverage.get(selected.engine) : undefined
  return (
    <ChoiceRow
      title={t('spoken_language')}
      hint={value === null ? t('language_auto_hint') : t('spoken_language_hint')}
      options={[{ value: '', label: t('spoken_language_auto') }, ...options]}
      value={selected?.id ?? ''}
      onChange={(id) => onChange(id || null)}
      below={covered && <Coverage coverage={covered} />}
    />
  )
}

function labelOf(
  { engine }: LanguageOption,
  language: string,
  coverage: ReadonlyMap<string, LanguageCoverage>,
  t: ReturnType<typeof useTranslations<'retention'>>,
): string {
  const covered = engine ? coverage.get(engine) : undefined
  return covered?.model === null && covered.better ? t('language_needs', { language, model: covered.better.name }) : language
}

function Coverage({ coverage: { model, is_approximate, better } }: { coverage: LanguageCoverage }) {
  const t = useTranslations('retention')
  const { bytes } = useFormat()
  const { setPane } = useSettingsUrl()
  const isOperator = useMe()?.is_operator ?? false
  const heard = model === null ? t('language_missing') : t(is_approximate ? 'language_close' : 'language_heard', { model })
  const offer = better && { model: better.name, size: bytes(better.bytes) }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-3 py-2 text-sm text-ink2">
      <p className="min-w-0 flex-1 basis-60 text-pretty">
        {heard} {offer && model !== null && t('language_better', offer)}{' '}
        {offer && model === null && t(isOperator ? 'language_add' : 'language_ask', offer)}
      </p>
      {offer && isOperator && <Button onClick={() => setPane('speech-models')}>{t('open_models')}</Button>}
    </div>
  )
}

const collatorOf = (locale: Locale) => new Intl.Collator(languageTag(locale))
