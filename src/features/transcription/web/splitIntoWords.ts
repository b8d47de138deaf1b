import type { Millis } from '#shared/units.ts'
import type { Segment } from '#features/files/contract.ts'

/** A piece of a segment's text that starts at the index `from`: a word with its start time, or the text between two words. */
export type Piece = { text: string; from: number; word?: { index: number; start: Millis; doubtful: boolean } }

/** Words with a lower confidence are shown as doubtful. */
export const DOUBT_THRESHOLD = 0.5

/**
 * Splits the text of a segment into its words and the text between them. Skips a word that was edited out of the text. Returns
 * a single piece when there are no word times.
 */
export function splitIntoWords({ content, words = [] }: Pick<Segment, 'content' | 'words'>): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  words.forEach(([start, , rawText, confidence], index) => {
    const text = rawText.trim()
    const from = text === '' ? -1 : content.indexOf(text, end)
    if (from < 0 || from - end > MAX_DISTANCE) return
    if (from > end) pieces.push({ text: content.slice(end, from), from: end })
    pieces.push({ text, from, word: { index, start, doubtful: confidence < DOUBT_THRESHOLD } })
    end = from + text.length
  })
  if (end < content.length) pieces.push({ text: content.slice(end), from: end })
  return pieces
}

/** Maximum distance in characters. A match farther away is another occurrence of the same word. */
const MAX_DISTANCE = 80
