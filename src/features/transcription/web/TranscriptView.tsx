import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { useWords } from '#ui/words.ts'
import { SegmentList } from './SegmentList.tsx'
import { useHeard } from './useHeard.ts'
import type { Hearing } from './useHeard.ts'

export type TranscriptViewProps = {
  fileId: string
  /** The transcript the recording has; null before there is one. */
  segments: readonly Segment[] | null
  /** A transcription under way: what it has heard stands in place of the old transcript. */
  hearing?: Hearing | undefined
  /** What stands where there is no transcript: why, and what to do. */
  empty: ReactNode
}

/** What was said, with the sound behind every word. Inside a PlayerProvider. Fills its parent and scrolls in itself. */
export function TranscriptView({ fileId, segments, hearing, empty }: TranscriptViewProps) {
  const t = useWords('transcription')
  const heard = useHeard(fileId, hearing)
  const shown = useMemo(() => (hearing && heard.length > 0 ? heard : (segments ?? [])), [hearing, heard, segments])
  if (shown.length === 0) return empty
  return <SegmentList segments={shown} note={hearing && heard.length > 0 ? t('still_hearing') : undefined} />
}
