import { millisAt } from './sampleTimes.ts'
import type { Word } from './speech.ts'
import type { Stretch } from './speechPieces.ts'
import type { HeardWord } from './tokenWords.ts'

/**
 * Estimated times: words are spread over the speech of their window by length, so a long word takes longer and a pause holds
 * none. A word that would lie across a pause goes whole to the side its middle is on.
 */
export function spreadWords(words: readonly HeardWord[], pieces: readonly Stretch[]): Word[] {
  const speech = pieces.reduce((sum, { start, end }) => sum + end - start, 0)
  const weight = words.reduce((sum, word) => sum + weigh(word), 0)
  const rest = [...words]
  let written = 0
  let spoken = 0
  return pieces.flatMap((piece, i) => {
    spoken += piece.end - piece.start
    const inside: HeardWord[] = []
    for (let next = rest[0]; next; next = rest[0]) {
      const middle = ((written + weigh(next) / 2) / weight) * speech
      if (middle >= spoken && i < pieces.length - 1) break
      written += weigh(next)
      inside.push(next)
      rest.shift()
    }
    return spreadInPiece(inside, piece)
  })
}

/** One more for the gap behind it, so that single letters take some time too. */
const weigh = ({ text }: HeardWord) => text.length + 1

function spreadInPiece(words: readonly HeardWord[], { start, end }: Stretch): Word[] {
  const weight = words.reduce((sum, word) => sum + weigh(word), 0)
  let before = 0
  return words.map((word): Word => {
    const from = start + ((end - start) * before) / weight
    before += weigh(word)
    const to = start + ((end - start) * before) / weight
    return [millisAt(from), millisAt(to), word.text, word.confidence]
  })
}
