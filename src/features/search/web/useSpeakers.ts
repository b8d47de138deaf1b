import { useCallback } from 'react'
import { speakerColour, useSpeakerLabels } from '#features/transcription/web.tsx'
import type { FoundRecording, SearchMoment } from '../contract.ts'

export type SpeakerOf = (moment: Pick<SearchMoment, 'speaker' | 'speaker_index'>) => { label: string; colour: string } | undefined

/** Returns a function for the label and the colour of a moment's speaker, as in the transcript. */
export function useSpeakers(recordings: readonly FoundRecording[]): SpeakerOf {
  const found = recordings.flatMap(({ moments }) => moments.flatMap(({ speaker }) => speaker ?? []))
  const label = useSpeakerLabels(found.map((speaker) => ({ speaker })))
  return useCallback(
    ({ speaker, speaker_index }) =>
      speaker === null ? undefined : { label: label(speaker), colour: speakerColour(speaker_index ?? 0) },
    [label],
  )
}
