import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { useWords } from '#ui/words.ts'
import { SegmentList } from './SegmentList.tsx'
import { useHeard } from './useHeard.ts'
import type { Hearing } from './useHeard.ts'

export type TranscriptViewProps = {
  fileId: string
  /** The saved transcript, or null when there is none yet. */
  segments: readonly Segment[] | null
  /** Progress of a running transcription. Its segments replace the saved transcript once there are any. */
  hearing?: Hearing | undefined
  /** Shown when there are no segments. */
  empty: ReactNode
}

/** A transcript whose words can be played. Needs a PlayerProvider. Fills its parent and scrolls internally. */
export function TranscriptView({ fileId, segments, hearing, empty }: TranscriptViewProps) {
  const t = useWords('transcription')
  const heard = useHeard(fileId, hearing)
  const shown = useMemo(() => (hearing && heard.length > 0 ? heard : (segments ?? [])), [hearing, heard, segments])
  if (shown.length === 0) return empty
  return <SegmentList segments={shown} note={hearing && heard.length > 0 ? t('still_hearing') : undefined} />
}
