import type { Piece } from '../segmentText.ts'
import type { TranscriptHighlight } from './highlighting.ts'

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
