import { useMemo } from 'react'
import { languageTag } from '#browser/i18n/locales.ts'
import type { Locale } from '#browser/i18n/locales.ts'
import { ChoiceRow } from '#ui/settings/SettingRow.tsx'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { SPOKEN_LANGUAGES } from '../../rules.ts'
import { AudioRetentionRow } from './AudioRetentionRow.tsx'
import { TrashRetentionRow } from './TrashRetentionRow.tsx'
import type { TrashRetentionRowProps } from './TrashRetentionRow.tsx'
import type { EditablePaneProps } from './settingsPanes.ts'

export type TranscriptionPaneProps = EditablePaneProps &
  Pick<TrashRetentionRowProps, 'countExpiredTrash'> & {
    /** False if summaries are extractive and therefore in the language of the recording. */
    summarisesInAnyLanguage: boolean
  }

/** Languages of new recordings and summaries, and the retention of audio and of the trash. */
export function TranscriptionPane({ settings, change, summarisesInAnyLanguage, countExpiredTrash }: TranscriptionPaneProps) {
  const t = useTranslations('profile')
  const locale = useLocale()
  const languages = useMemo(() => languageOptions(locale), [locale])
  return (
    <>
      <ChoiceRow
        title={t('spoken')}
        hint={t('spoken_hint')}
        options={[{ value: '', label: t('spoken_auto') }, ...languages]}
        value={settings.trans_language ?? ''}
        onChange={(value) => void change({ trans_language: value || null })}
      />
      <ChoiceRow
        title={t('summaries')}
        hint={summarisesInAnyLanguage ? t('summaries_hint') : t('summaries_fixed')}
        disabled={!summarisesInAnyLanguage}
        options={[{ value: '', label: t('summaries_spoken') }, ...languages]}
        value={summarisesInAnyLanguage ? (settings.summary_language ?? '') : ''}
        onChange={(value) => void change({ summary_language: value || null })}
      />
      <AudioRetentionRow settings={settings} change={change} />
      <TrashRetentionRow settings={settings} change={change} countExpiredTrash={countExpiredTrash} />
    </>
  )
}

/** Returns the languages of the speech engine, named and sorted in the given locale. */
export function languageOptions(locale: Locale): { value: string; label: string }[] {
  const tag = languageTag(locale)
  const names = new Intl.DisplayNames(tag, { type: 'language' })
  const compare = new Intl.Collator(tag).compare
  return SPOKEN_LANGUAGES.map((value) => ({ value, label: capitalize(names.of(value) ?? value, tag) })).sort((a, b) =>
    compare(a.label, b.label),
  )
}

const capitalize = (word: string, tag: string): string => word.slice(0, 1).toLocaleUpperCase(tag) + word.slice(1)
