import type { Millis, Seconds } from '#shared/units.ts'
import type { SpokenSegment } from '#features/notes/server.ts'
import type { AskSources } from '../../contract.ts'

/** A recording that is a source of an answer. */
export type SourceRecording = {
  readonly fileId: string
  readonly title: string
  readonly startTime: Seconds
  readonly duration: Millis
  /** ISO code of the spoken language; '' when unknown. */
  readonly language: string
  /** All recognised segments, in order. */
  readonly segments: readonly SpokenSegment[]
  /** The indexes of the segments to read, in order. */
  readonly chosen: readonly number[]
}

/** The sources of an answer: one recording in full, or the best passages of several, the best recording first. */
export type Sources = {
  readonly recordings: readonly SourceRecording[]
  readonly passages: number
  readonly isWhole: boolean
}

/** A segment of a source, with its recording. */
export type SourceSegment = { readonly recording: SourceRecording; readonly segment: SpokenSegment; readonly index: number }

/** Returns the segments to read, grouped by recording. */
export const segmentsOf = ({ recordings }: Pick<Sources, 'recordings'>): SourceSegment[] =>
  recordings.flatMap((recording) =>
    recording.chosen.flatMap((index) => {
      const segment = recording.segments[index]
      return segment ? [{ recording, segment, index }] : []
    }),
  )

export const describeSources = ({ recordings, passages, isWhole }: Sources): AskSources => ({
  passages,
  recordings: recordings.length,
  whole_ms: isWhole ? (recordings[0]?.duration ?? 0) : null,
})
