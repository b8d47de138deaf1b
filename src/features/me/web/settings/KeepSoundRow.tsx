import { useState } from 'react'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { ChoiceRow } from '#ui/SettingRow.tsx'
import { useWords } from '#ui/words.ts'
import type { OwnPaneProps } from './settingsPanes.ts'

/** The options in display order. Null keeps the audio forever; 0 deletes it within an hour after the transcription. */
const CHOICES = [null, 365, 90, 30, 7, 0] as const

/** How long audio is kept. A shorter time needs confirmation because it also deletes the audio of existing recordings. */
export function KeepSoundRow({ settings, change }: OwnPaneProps) {
  const t = useWords('me')
  const [asks, setAsks] = useState<number | null>()
  const kept = settings.keep_audio_days
  const days = CHOICES.some((choice) => choice === kept) ? CHOICES : [...CHOICES, kept]
  const wordsOf = (choice: number | null) => {
    if (choice === null) return t('keep_always')
    if (choice === 0) return t('keep_until_safe')
    return choice === 365 ? t('keep_year') : t('keep_days', { count: choice })
  }
  const choose = (value: string) => {
    const next = value === '' ? null : Number(value)
    if (isShorter(next, kept)) setAsks(next)
    else void change({ keep_audio_days: next })
  }
  return (
    <>
      <ChoiceRow
        title={t('keep')}
        hint={kept === null ? t('keep_hint_always') : t('keep_hint')}
        options={days.map((choice) => ({ value: choice === null ? '' : String(choice), label: wordsOf(choice) }))}
        value={kept === null ? '' : String(kept)}
        onChange={choose}
      />
      <ConfirmDialog
        danger
        open={asks !== undefined}
        title={t('keep_ask_title')}
        confirmLabel={t('keep_ask_yes')}
        onClose={() => setAsks(undefined)}
        onConfirm={() => {
          setAsks(undefined)
          if (asks !== undefined) void change({ keep_audio_days: asks })
        }}
      >
        {t('keep_ask_text')}
      </ConfirmDialog>
    </>
  )
}

const isShorter = (next: number | null, than: number | null): boolean => next !== null && (than === null || next < than)
