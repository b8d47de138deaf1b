import { useMemo } from 'react'
import { languageName } from '#browser/i18n/languageName.ts'
import { languageTag } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'
import { ChoiceRow } from '#ui/settings/SettingRow.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { BUNDLED_LANGUAGES } from '#shared/spokenLanguages.ts'
import type { Settings } from '#features/profile/contract.ts'
import { ReadyNoticesRow } from '#features/generate/web.tsx'
import { EditablePane } from '#features/profile/web.tsx'
import type { EditablePaneProps } from '#features/profile/web.tsx'
import { SpokenLanguageRow } from './SpokenLanguageRow.tsx'
import { useServerSettings } from '#features/site/web.tsx'

/** Whether new recordings are transcribed at once, and the languages of new recordings and summaries. */
export function TranscriptionPane() {
  return <EditablePane>{(props) => <TranscriptionSettings {...props} />}</EditablePane>
}

function TranscriptionSettings({ settings, change }: EditablePaneProps) {
  // Without a language model, summaries are extractive and therefore in the language of the recording.
  const summarisesInAnyLanguage = useServerSettings()?.summarises_in_any_language ?? true
  const t = useTranslations('retention')
  const locale = useLocale()
  const languages = useMemo(() => summaryLanguages(locale), [locale])
  return (
    <>
      <ChoiceRow
        title={t('transcribe_new')}
        hint={t('transcribe_new_hint')}
        options={[
          { value: 'automatic', label: t('transcribe_new_automatic') },
          { value: 'ask', label: t('transcribe_new_ask') },
          { value: 'off', label: t('transcribe_new_off') },
        ]}
        value={settings.transcribe_new}
        onChange={(value) => void change({ transcribe_new: value as Settings['transcribe_new'] })}
      />
      <ReadyNoticesRow />
      <div className="border-b border-line py-4">
        <Switch
          label={t('separate_speakers')}
          hint={t('separate_speakers_hint')}
          checked={settings.separate_speakers}
          onChange={(isOn) => void change({ separate_speakers: isOn })}
        />
      </div>
      <SpokenLanguageRow value={settings.trans_language} onChange={(id) => void change({ trans_language: id })} />
      <ChoiceRow
        title={t('summary_language')}
        hint={summarisesInAnyLanguage ? t('summary_language_hint') : t('summary_language_fixed')}
        disabled={!summarisesInAnyLanguage}
        options={[{ value: '', label: t('summary_language_spoken') }, ...languages]}
        value={summarisesInAnyLanguage ? (settings.summary_language ?? '') : ''}
        onChange={(value) => void change({ summary_language: value || null })}
      />
    </>
  )
}

/** Returns the languages of the bundled model, named and sorted in the given locale. */
export function summaryLanguages(locale: Locale): { value: string; label: string }[] {
  const { compare } = new Intl.Collator(languageTag(locale))
  return BUNDLED_LANGUAGES.map((value) => ({ value, label: languageName(value, locale) })).sort((a, b) =>
    compare(a.label, b.label),
  )
}
