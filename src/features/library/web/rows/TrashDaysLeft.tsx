import type { ReactNode } from 'react'
import type { Millis } from '#shared/units.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import type { FilesTranslate } from './FileStatus.tsx'
import { daysLeft } from '#features/files/web.tsx'

export type TrashDaysLeftProps = {
  file: Pick<LibraryRow, 'trashed_at'>
  /** Days until the trash deletes a recording; null: never. Undefined until known. */
  trashDays: number | null | undefined
  now: Millis
}

/** The days until a recording is deleted from the trash; empty without a rule. */
export function TrashDaysLeft(props: TrashDaysLeftProps) {
  return renderTrashDaysLeft(props, useTranslations('files'))
}

/** The same with a given translation function. */
export function renderTrashDaysLeft({ file, trashDays, now }: TrashDaysLeftProps, t: FilesTranslate): ReactNode {
  const days = daysLeft(file.trashed_at, trashDays, now)
  if (days === undefined) return null
  return (
    <span className={days === 0 ? 'tabular text-sm text-signal' : 'tabular text-sm text-ink2'}>
      {days === 0 ? t('trash_today') : t('trash_left', { count: days })}
    </span>
  )
}
