import { useState } from 'react'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { ChoiceRow } from '#ui/settings/SettingRow.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { EditablePaneProps } from '#features/profile/web.tsx'

/** The options in display order. Null keeps recordings until the user empties the trash. */
const RETENTION_DAYS = [null, 365, 90, 30, 7] as const

export type TrashRetentionRowProps = EditablePaneProps & {
  /** Returns how many recordings would be deleted immediately with this retention; undefined if it is not known. */
  countExpiredTrash: ((days: number) => number | undefined) | undefined
}

/** How long recordings stay in the trash. A shorter time needs confirmation because it may delete existing recordings. */
export function TrashRetentionRow({ settings, change, countExpiredTrash }: TrashRetentionRowProps) {
  const t = useTranslations('retention')
  const [pendingDays, setPendingDays] = useState<number | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const current = settings.trash_days
  const choices = RETENTION_DAYS.some((choice) => choice === current) ? RETENTION_DAYS : [...RETENTION_DAYS, current]
  const labelOf = (choice: number | null) => {
    if (choice === null) return t('trash_keep_always')
    return choice === 365 ? t('keep_year') : t('keep_days', { count: choice })
  }
  const choose = (value: string) => {
    const next = value === '' ? null : Number(value)
    if (next !== null && (current === null || next < current)) {
      setPendingDays(next)
      setIsConfirming(true)
    } else void change({ trash_days: next })
  }
  return (
    <>
      <ChoiceRow
        title={t('trash_keep')}
        hint={current === null ? t('trash_keep_hint_always') : t('trash_keep_hint')}
        options={choices.map((choice) => ({ value: choice === null ? '' : String(choice), label: labelOf(choice) }))}
        value={current === null ? '' : String(current)}
        onChange={choose}
      />
      <ConfirmDialog
        danger
        open={isConfirming}
        title={t('trash_ask_title')}
        confirmLabel={t('keep_ask_yes')}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => {
          setIsConfirming(false)
          void change({ trash_days: pendingDays })
        }}
      >
        {pendingDays !== null && confirmationText(pendingDays)}
      </ConfirmDialog>
    </>
  )

  function confirmationText(next: number): string {
    const dueCount = countExpiredTrash?.(next)
    if (dueCount === undefined) return t('trash_ask_text')
    return dueCount === 0 ? t('trash_ask_none') : t('trash_ask_due', { count: dueCount })
  }
}
