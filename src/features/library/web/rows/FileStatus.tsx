import type { ReactNode } from 'react'
import { useTaskChips } from '#features/generate/web.tsx'
import { Chip } from '#ui/badge/Chip.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'
import { daysLeft } from '#features/files/web.tsx'

type FilesTranslate = ReturnType<typeof useTranslations<'files'>>
type StatusFields = Pick<LibraryRow, 'id' | 'is_trans' | 'is_summary' | 'is_trash'>

/**
 * Returns a function that renders the status of a recording: running or failed work, otherwise what is ready. One hook serves all
 * rows of a list.
 */
export function useFileStatus(): (file: StatusFields) => ReactNode {
  const t = useTranslations('files')
  const renderTask = useTaskChips()
  return (file) => renderTask(file.id, { offersRetry: !file.is_trash }) ?? renderReadyStatus(file, t)
}

/** Renders what is ready with the given translation function: twenty rows that each call the hook render slowly. */
export function renderReadyStatus(
  { is_trans, is_summary }: Pick<LibraryRow, 'is_trans' | 'is_summary'>,
  t: FilesTranslate,
  className?: string,
) {
  if (!is_trans && !is_summary) return null
  return (
    <Chip noTruncate {...(className !== undefined && { className })}>
      {t(is_summary ? 'summary_ready' : 'transcript_ready')}
    </Chip>
  )
}

type TrashDaysLeft = {
  file: Pick<LibraryRow, 'trashed_at'>
  /** Days until the trash deletes a recording; null: never. Undefined until known. */
  trashDays: number | null | undefined
  now: Millis
}

/** Renders the days until a recording is deleted from the trash; null without a rule. */
export function renderTrashDaysLeft({ file, trashDays, now }: TrashDaysLeft, t: FilesTranslate): ReactNode {
  const days = daysLeft(file.trashed_at, trashDays, now)
  if (days === undefined) return null
  return (
    <span className={days === 0 ? 'tabular text-sm text-signal' : 'tabular text-sm text-ink2'}>
      {days === 0 ? t('trash_today') : t('trash_left', { count: days })}
    </span>
  )
}
