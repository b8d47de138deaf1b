import { createContext, use, useMemo } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { listSpeakers, speakerColour, useSpeakerLabels } from '#features/transcription/web.tsx'
import type { Passage } from '../rules/citations.ts'

/** What the lines of a summary need to know about their recording. */
export type SummarySource = {
  readonly segments: readonly Segment[]
  /** Returns the name to show and the CSS colour of a speaker. */
  readonly describeSpeaker: (speaker: string) => { readonly name: string; readonly colour: string | undefined }
  /** Marks a passage in the transcript. */
  readonly onChoose: (passage: Passage) => void
}

const NO_SEGMENTS: readonly Segment[] = []

export const SummarySourceContext = createContext<SummarySource>({
  segments: NO_SEGMENTS,
  describeSpeaker: (name) => ({ name, colour: undefined }),
  onChoose: () => {},
})

export const useSummarySource = (): SummarySource => use(SummarySourceContext)

export function useCreateSummarySource(
  segments: readonly Segment[] | null,
  onChoose?: (passage: Passage) => void,
): SummarySource {
  const transcript = segments ?? NO_SEGMENTS
  const labelOf = useSpeakerLabels(transcript)
  return useMemo(() => {
    const colours = new Map(listSpeakers(transcript).map((speaker, index) => [speaker, speakerColour(index)]))
    return {
      segments: transcript,
      describeSpeaker: (speaker) => ({ name: labelOf(speaker), colour: colours.get(speaker) }),
      onChoose: onChoose ?? (() => {}),
    }
  }, [transcript, labelOf, onChoose])
}
