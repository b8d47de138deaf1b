import type { Millis } from '#shared/units.ts'
import type { TimeSpan } from './speech.ts'

/**
 * Speech of this length without a word within a piece that has others is a gap. With 0.8 s there are more decodings and no fewer
 * errors; with 2 s, seven words in a row were lost.
 */
const MIN_GAP: Millis = 1_200
/** A piece of detected speech of this length without any word is a gap: a "Yes" takes 0.3 s. */
const MIN_PIECE: Millis = 300
/** Margin around a word that counts as covered. */
const WORD_MARGIN: Millis = 150

/**
 * Returns detected speech that no word covers: pieces of 0.3 s and more between two silences, and stretches of 1.2 s and more within
 * a piece.
 */
export function findGaps(words: readonly TimeSpan[], speech: readonly TimeSpan[]): TimeSpan[] {
  const ordered = words.toSorted((a, b) => a.start - b.start)
  return speech.flatMap((piece) => {
    const uncovered = uncoveredParts(piece, ordered)
    const hasWord = ordered.some((word) => isWordOf(word, piece))
    if (hasWord || uncovered.length === 0) return uncovered.filter(({ start, end }) => end - start >= MIN_GAP)
    return piece.end - piece.start >= MIN_PIECE ? [{ start: piece.start, end: piece.end }] : []
  })
}

/** A word belongs to a piece when its middle does. */
function isWordOf(word: TimeSpan, piece: TimeSpan): boolean {
  const middle = middleOf(word)
  return middle > piece.start - WORD_MARGIN && middle < piece.end + WORD_MARGIN
}

export const middleOf = ({ start, end }: TimeSpan): Millis => (start + end) / 2

/** Returns the parts of a piece outside the words, with their margins. */
function uncoveredParts(piece: TimeSpan, words: readonly TimeSpan[]): TimeSpan[] {
  const found: TimeSpan[] = []
  let position = piece.start
  for (const { start, end } of words) {
    if (start - WORD_MARGIN > position) found.push({ start: position, end: Math.min(start - WORD_MARGIN, piece.end) })
    position = Math.max(position, end + WORD_MARGIN)
    if (position >= piece.end) break
  }
  return position < piece.end ? [...found, { start: position, end: piece.end }] : found
}

/** Returns the piece of speech at or nearest to a time. */
export const pieceAt = <Piece extends TimeSpan>(speech: readonly Piece[], time: Millis): Piece | undefined =>
  speech.reduce<Piece | undefined>(
    (nearest, piece) => (nearest === undefined || distance(piece, time) < distance(nearest, time) ? piece : nearest),
    undefined,
  )

const distance = ({ start, end }: TimeSpan, time: Millis): Millis => Math.max(0, start - time, time - end)
