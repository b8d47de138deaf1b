import type { Millis } from '#shared/units.ts'
import type { Piece } from '../segmentText.ts'
import type { Passage } from './passage.ts'

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

/** Returns the pieces of a text that are highlighted: words, and what is between two highlighted words. */
export function highlightedPieces(pieces: readonly Piece[], highlights: readonly TranscriptHighlight[]): ReadonlySet<Piece> {
  if (highlights.length === 0) return NONE
  const isHighlighted = ({ word }: Piece): boolean =>
    word !== undefined && highlights.some(({ start_time, end_time }) => word.start >= start_time && word.start < end_time)
  return new Set(
    pieces.filter((piece, index) => {
      if (piece.word) return isHighlighted(piece)
      const [before, after] = [pieces[index - 1], pieces[index + 1]]
      return before !== undefined && after !== undefined && isHighlighted(before) && isHighlighted(after)
    }),
  )
}

const NONE: ReadonlySet<Piece> = new Set()
