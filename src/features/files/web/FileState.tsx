import type { ReactNode } from 'react'
import { Chip } from '#ui/Chip.tsx'
import { useWords } from '#ui/words.ts'
import type { LibraryRow } from '../contract.ts'

/** What work is being done on a recording, said by the feature that does it; nothing when there is none. */
export type ChipOf = (fileId: string) => ReactNode

export type FileStateProps = { file: Pick<LibraryRow, 'id' | 'is_trans' | 'is_summary'>; chipOf?: ChipOf | undefined }

/** One word about how far a recording has come: work under way or failed, else what is ready. */
export function FileState({ file, chipOf }: FileStateProps) {
  const t = useWords('files')
  return chipOf?.(file.id) || readyOf(file, t)
}

/** What is ready, in words that are there already: twenty rows that each ask for them draw slowly. */
export function readyOf({ is_trans, is_summary }: Pick<LibraryRow, 'is_trans' | 'is_summary'>, t: Words, className?: string) {
  if (!is_trans && !is_summary) return null
  return (
    <Chip isShort {...(className !== undefined && { className })}>
      {t(is_summary ? 'summary_ready' : 'transcript_ready')}
    </Chip>
  )
}

/** The words of recordings. */
export type Words = ReturnType<typeof useWords<'files'>>
