import { useState } from 'react'
import { useTrashDueCount } from '#features/files/web.tsx'
import { EditablePane, type EditablePaneProps } from '#features/profile/web.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { ChoiceRow } from '#ui/settings/SettingRow.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { TrashRetentionRow } from './TrashRetentionRow.tsx'

/** Settings for how long audio and trash are kept. */
export function RetentionRows() {
  return <EditablePane>{(props) => <Rows {...props} />}</EditablePane>
}

function Rows(props: EditablePaneProps) {
  const countExpiredTrash = useTrashDueCount()
  return (
    <>
      <AudioRetentionRow {...props} />
      <TrashRetentionRow {...props} countExpiredTrash={countExpiredTrash} />
    </>
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
