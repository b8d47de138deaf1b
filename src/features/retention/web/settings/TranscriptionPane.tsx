import { useMemo, useState } from 'react'
import { languageName } from '#browser/i18n/languageName.ts'
import { languageTag } from '#browser/i18n/locales.ts'
import type { Locale } from '#browser/i18n/locales.ts'
import { ChoiceRow } from '#ui/settings/SettingRow.tsx'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { SPOKEN_LANGUAGES } from '#shared/spokenLanguages.ts'
import { TrashRetentionRow } from './TrashRetentionRow.tsx'
import { useTrashDueCount } from '#features/files/web.tsx'
import type { Settings } from '#features/profile/contract.ts'
import { EditablePane } from '#features/profile/web.tsx'
import type { EditablePaneProps } from '#features/profile/web.tsx'
import { useServerSettings } from '#features/site/web.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'

/** Whether new recordings are transcribed at once, languages of new recordings and summaries, and the retention of audio and of the trash. */
export function TranscriptionPane() {
  return <EditablePane>{(props) => <TranscriptionSettings {...props} />}</EditablePane>
}

function TranscriptionSettings({ settings, change }: EditablePaneProps) {
  const countExpiredTrash = useTrashDueCount()
  // Without a language model, summaries are extractive and therefore in the language of the recording.
  const summarisesInAnyLanguage = useServerSettings()?.summarises_in_any_language ?? true
  const t = useTranslations('retention')
  const locale = useLocale()
  const languages = useMemo(() => languageOptions(locale), [locale])
  return (
    <>
      <ChoiceRow
        title={t('transcribe_new')}
        hint={t('transcribe_new_hint')}
        options={[
          { value: 'automatic', label: t('transcribe_new_automatic') },
          { value: 'ask', label: t('transcribe_new_ask') },
        ]}
        value={settings.transcribe_new}
        onChange={(value) => void change({ transcribe_new: value as Settings['transcribe_new'] })}
      />
      <ChoiceRow
        title={t('spoken_language')}
        hint={t('spoken_language_hint')}
        wide
        options={[{ value: '', label: t('spoken_language_auto') }, ...languages]}
        value={settings.trans_language ?? ''}
        onChange={(value) => void change({ trans_language: value || null })}
      />
      <ChoiceRow
        title={t('summary_language')}
        hint={summarisesInAnyLanguage ? t('summary_language_hint') : t('summary_language_fixed')}
        wide
        disabled={!summarisesInAnyLanguage}
        options={[{ value: '', label: t('summary_language_spoken') }, ...languages]}
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
  const { compare } = new Intl.Collator(languageTag(locale))
  return SPOKEN_LANGUAGES.map((value) => ({ value, label: languageName(value, locale) })).sort((a, b) =>
    compare(a.label, b.label),
  )
}

/** The options in display order. Null keeps the audio forever; 0 deletes it within an hour after the transcription. */
const RETENTION_DAYS = [null, 365, 90, 30, 7, 0] as const

/** How long audio is kept. A shorter time needs confirmation because it also deletes the audio of existing recordings. */
function AudioRetentionRow({ settings, change }: EditablePaneProps) {
  const t = useTranslations('retention')
  const [pendingDays, setPendingDays] = useState<number | null>()
  const current = settings.keep_audio_days
  const choices = RETENTION_DAYS.some((choice) => choice === current) ? RETENTION_DAYS : [...RETENTION_DAYS, current]
  const labelOf = (choice: number | null) => {
    if (choice === null) return t('keep_always')
    if (choice === 0) return t('keep_until_safe')
    return choice === 365 ? t('keep_year') : t('keep_days', { count: choice })
  }
  const choose = (value: string) => {
    const next = value === '' ? null : Number(value)
    if (isShorter(next, current)) setPendingDays(next)
    else void change({ keep_audio_days: next })
  }
  return (
    <>
      <ChoiceRow
        title={t('keep_audio')}
        hint={current === null ? t('keep_hint_always') : t('keep_hint')}
        wide
        options={choices.map((choice) => ({ value: choice === null ? '' : String(choice), label: labelOf(choice) }))}
        value={current === null ? '' : String(current)}
        onChange={choose}
      />
      <ConfirmDialog
        danger
        open={pendingDays !== undefined}
        title={t('keep_ask_title')}
        confirmLabel={t('keep_ask_yes')}
        onClose={() => setPendingDays(undefined)}
        onConfirm={() => {
          setPendingDays(undefined)
          if (pendingDays !== undefined) void change({ keep_audio_days: pendingDays })
        }}
      >
        {t('keep_ask_text')}
      </ConfirmDialog>
    </>
  )
}

const isShorter = (next: number | null, current: number | null): boolean => next !== null && (current === null || next < current)
