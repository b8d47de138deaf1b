import type { Millis } from '#shared/units.ts'

/** A part of the transcript: its time, and the words spoken in it. */
export type Passage = { start: Millis; end: Millis; text: string }

/** A highlighted passage of the transcript. Times are in ms. */
export type TranscriptHighlight = {
  readonly id: string
  readonly start_time: Millis
  readonly end_time: Millis
  readonly comment: string
}

/** The highlights of a recording and what can be done with them. Without it, the transcript cannot be highlighted. */
export type Highlighting = {
  readonly highlights: readonly TranscriptHighlight[]
  add: (passage: Passage, comment: string) => void
  changeComment: (id: string, comment: string) => void
  remove: (id: string) => void
}

/** Returns the highlights that overlap a part of the recording. */
export const highlightsBetween = (highlights: readonly TranscriptHighlight[], start: Millis, end: Millis) =>
  highlights.filter(({ start_time, end_time }) => start_time < end && end_time > start)
