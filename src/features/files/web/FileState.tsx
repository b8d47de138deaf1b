import type { ReactNode } from 'react'
import { Chip } from '#ui/Chip.tsx'
import { useWords } from '#ui/words.ts'
import type { LibraryRow } from '../contract.ts'

/** Renders the running work on a recording; empty when there is none. */
export type ChipOf = (fileId: string) => ReactNode

export type FileStateProps = { file: Pick<LibraryRow, 'id' | 'is_trans' | 'is_summary'>; chipOf?: ChipOf | undefined }

/** The status of a recording: running or failed work, otherwise what is ready. */
export function FileState({ file, chipOf }: FileStateProps) {
  const t = useWords('files')
  return chipOf?.(file.id) || readyOf(file, t)
}

/** Renders what is ready with the given translation function: twenty rows that each call the hook render slowly. */
export function readyOf({ is_trans, is_summary }: Pick<LibraryRow, 'is_trans' | 'is_summary'>, t: Words, className?: string) {
  if (!is_trans && !is_summary) return null
  return (
    <Chip isShort {...(className !== undefined && { className })}>
      {t(is_summary ? 'summary_ready' : 'transcript_ready')}
    </Chip>
  )
}

/** The translation function of this feature. */
export type Words = ReturnType<typeof useWords<'files'>>
