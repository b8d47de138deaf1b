import type { Millis } from '#kit/units.ts'
import type { Segment } from '#features/files/contract.ts'

/** A stretch of a segment's text, from the letter `from`: a word with its time, or what stands between words. */
export type Piece = { text: string; from: number; word?: { index: number; start: Millis; doubtful: boolean } }

/** A word heard with less confidence than this is shown as doubtful. */
export const DOUBT_BELOW = 0.5

/**
 * Cuts the text of a segment at its words, in order, so that each can be pointed at. A word that is no longer in the text,
 * because somebody changed it, is passed over; text without times becomes one piece.
 */
export function wordsInText({ content, words = [] }: Pick<Segment, 'content' | 'words'>): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  words.forEach(([start, , said, confidence], index) => {
    const text = said.trim()
    const from = text === '' ? -1 : content.indexOf(text, end)
    if (from < 0 || from - end > FARTHEST) return
    if (from > end) pieces.push({ text: content.slice(end, from), from: end })
    pieces.push({ text, from, word: { index, start, doubtful: confidence < DOUBT_BELOW } })
    end = from + text.length
  })
  if (end < content.length) pieces.push({ text: content.slice(end), from: end })
  return pieces
}

/** A word found farther on than this is another one of the same spelling. */
const FARTHEST = 80
