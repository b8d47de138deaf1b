import { useState } from 'react'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { ChoiceRow } from '#ui/SettingRow.tsx'
import { useWords } from '#ui/words.ts'
import type { OwnPaneProps } from './settingsPanes.ts'

/** The options in display order. Null keeps recordings until the user empties the trash. */
const CHOICES = [null, 365, 90, 30, 7] as const

export type KeepTrashRowProps = OwnPaneProps & {
  /** Returns how many recordings would be deleted immediately with this retention; undefined if it is not known. */
  trashDue: ((days: number) => number | undefined) | undefined
}

/** How long recordings stay in the trash. A shorter time needs confirmation because it may delete existing recordings. */
export function KeepTrashRow({ settings, change, trashDue }: KeepTrashRowProps) {
  const t = useWords('me')
  const [asks, setAsks] = useState<number | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const kept = settings.trash_days
  const days = CHOICES.some((choice) => choice === kept) ? CHOICES : [...CHOICES, kept]
  const wordsOf = (choice: number | null) => {
    if (choice === null) return t('trash_keep_always')
    return choice === 365 ? t('keep_year') : t('keep_days', { count: choice })
  }
  const choose = (value: string) => {
    const next = value === '' ? null : Number(value)
    if (next !== null && (kept === null || next < kept)) {
      setAsks(next)
      setIsAsking(true)
    } else void change({ trash_days: next })
  }
  return (
    <>
      <ChoiceRow
        title={t('trash_keep')}
        hint={kept === null ? t('trash_keep_hint_always') : t('trash_keep_hint')}
        options={days.map((choice) => ({ value: choice === null ? '' : String(choice), label: wordsOf(choice) }))}
        value={kept === null ? '' : String(kept)}
        onChange={choose}
      />
      <ConfirmDialog
        danger
        open={isAsking}
        title={t('trash_ask_title')}
        confirmLabel={t('keep_ask_yes')}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          void change({ trash_days: asks })
        }}
      >
        {asks !== null && consequence(asks)}
      </ConfirmDialog>
    </>
  )

  function consequence(next: number): string {
    const due = trashDue?.(next)
    if (due === undefined) return t('trash_ask_text')
    return due === 0 ? t('trash_ask_none') : t('trash_ask_due', { count: due })
  }
}
