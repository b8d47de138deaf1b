import type { ReactNode } from 'react'
import { Chip } from '#ui/Chip.tsx'
import { useWords } from '#ui/words.ts'
import type { LibraryRow } from '../contract.ts'

/** What work is being done on a recording, said by the feature that does it; nothing when there is none. */
export type ChipOf = (fileId: string) => ReactNode

export type FileStateProps = { file: Pick<LibraryRow, 'id' | 'is_trans' | 'is_summary'>; chipOf?: ChipOf | undefined }

/** One word about how far a recording has come: work under way or failed, else what is ready. */
export function FileState(props: FileStateProps) {
  return stateOf(props, useWords('files'))
}

/** The same in words that are there already: twenty rows that each ask for them draw slowly. */
export function stateOf({ file, chipOf }: FileStateProps, t: Words): ReactNode {
  const work = chipOf?.(file.id)
  if (work !== undefined && work !== null && work !== false) return work
  if (file.is_summary) return <Chip isShort>{t('summary_ready')}</Chip>
  if (file.is_trans) return <Chip isShort>{t('transcript_ready')}</Chip>
  return null
}

/** The words of recordings. */
export type Words = ReturnType<typeof useWords<'files'>>
