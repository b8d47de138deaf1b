import type { ReactNode } from 'react'
import { Chip } from '#ui/badge/Chip.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { LibraryRow } from '#features/files/contract.ts'

/** Renders the running work on a recording; empty when there is none. */
export type RenderChip = (fileId: string) => ReactNode

export type FileStatusProps = { file: Pick<LibraryRow, 'id' | 'is_trans' | 'is_summary'>; renderChip?: RenderChip | undefined }

/** The status of a recording: running or failed work, otherwise what is ready. */
export function FileStatus({ file, renderChip }: FileStatusProps) {
  const t = useTranslations('files')
  return renderChip?.(file.id) || renderReadyStatus(file, t)
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

/** The translation function of this feature. */
export type FilesTranslate = ReturnType<typeof useTranslations<'files'>>
