import { useMemo } from 'react'
import { languageTag } from '#ui/locales.ts'
import type { Locale } from '#ui/locales.ts'
import { ChoiceRow } from '#ui/SettingRow.tsx'
import { useLocale, useWords } from '#ui/words.ts'
import { SPOKEN_LANGUAGES } from '../../rules.ts'
import { KeepSoundRow } from './KeepSoundRow.tsx'
import { KeepTrashRow } from './KeepTrashRow.tsx'
import type { KeepTrashRowProps } from './KeepTrashRow.tsx'
import type { OwnPaneProps } from './settingsPanes.ts'

export type TranscriptionPaneProps = OwnPaneProps &
  Pick<KeepTrashRowProps, 'trashDue'> & {
    /** False if summaries are extractive and therefore in the language of the recording. */
    speaksAnyLanguage: boolean
  }

/** Languages of new recordings and summaries, and the retention of audio and of the trash. */
export function TranscriptionPane({ settings, change, speaksAnyLanguage, trashDue }: TranscriptionPaneProps) {
  const t = useWords('me')
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
        hint={speaksAnyLanguage ? t('summaries_hint') : t('summaries_fixed')}
        disabled={!speaksAnyLanguage}
        options={[{ value: '', label: t('summaries_spoken') }, ...languages]}
        value={speaksAnyLanguage ? (settings.summary_language ?? '') : ''}
        onChange={(value) => void change({ summary_language: value || null })}
      />
      <KeepSoundRow settings={settings} change={change} />
      <KeepTrashRow settings={settings} change={change} trashDue={trashDue} />
    </>
  )
}

/** Returns the languages of the speech engine, named and sorted in the given locale. */
export function languageOptions(locale: Locale): { value: string; label: string }[] {
  const tag = languageTag(locale)
  const names = new Intl.DisplayNames(tag, { type: 'language' })
  const compare = new Intl.Collator(tag).compare
  return SPOKEN_LANGUAGES.map((value) => ({ value, label: capital(names.of(value) ?? value, tag) })).sort((a, b) =>
    compare(a.label, b.label),
  )
}

const capital = (word: string, tag: string): string => word.slice(0, 1).toLocaleUpperCase(tag) + word.slice(1)
