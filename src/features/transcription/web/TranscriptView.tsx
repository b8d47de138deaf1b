import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ChosenPassageContext, type ChosenPassage } from './selection/chosenPassage.ts'
import type { Highlighting } from './selection/highlighting.ts'
import type { SpeakerControls } from './speakers/speakerControls.ts'
import type { TranscriptEditor } from './editor/transcriptEditor.ts'
import { SegmentList } from './SegmentList.tsx'
import { useLiveSegments } from './useLiveSegments.ts'
import type { LiveProgress } from './useLiveSegments.ts'

export type TranscriptViewProps = {
  fileId: string
  /** The saved transcript, or null when there is none yet. */
  segments: readonly Segment[] | null
  /** Progress of a running transcription. Its segments replace the saved transcript once there are any. */
  liveProgress?: LiveProgress | undefined
  /** The highlights of the recording; none while it is transcribed. */
  highlighting?: Highlighting | undefined
  /** What can be done with the speakers of the saved transcript. */
  speakers?: SpeakerControls | undefined
  /** Without it the transcript cannot be edited. */
  editor?: TranscriptEditor | undefined
  /** A passage that was chosen in the summary. It is marked and scrolled into view. */
  chosen?: ChosenPassage | undefined
  /** Shown when there are no segments. */
  empty: ReactNode
}

/** A transcript whose words can be played. Needs a PlayerProvider. Fills its parent and scrolls internally. */
export function TranscriptView({ fileId, segments, liveProgress, chosen, empty, ...rest }: TranscriptViewProps) {
  const { highlighting, speakers, editor } = rest
  const t = useTranslations('transcription')
  const liveSegments = useLiveSegments(fileId, liveProgress)
  const visibleSegments = useMemo(
    () => (liveProgress && liveSegments.length > 0 ? liveSegments : (segments ?? [])),
    [liveProgress, liveSegments, segments],
  )
  if (visibleSegments.length === 0) return empty
  return (
    <ChosenPassageContext value={chosen}>
      <SegmentList
        segments={visibleSegments}
        note={liveProgress && liveSegments.length > 0 ? t('still_transcribing') : undefined}
        highlighting={liveProgress ? undefined : highlighting}
        speakers={liveProgress ? undefined : speakers}
        fileId={fileId}
        editor={liveProgress ? undefined : editor}
      />
    </ChosenPassageContext>
  )
}
