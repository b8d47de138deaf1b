import type { Millis } from '#shared/units.ts'
import { findGaps, middleOf, pieceAt } from './gaps.ts'
import type { TimeSpan } from './speech.ts'
import { wordKey } from './whisper/hallucination.ts'
import type { TimedWord } from './whisper/wordTimes.ts'

/** Maximum duration of a moved word. */
const MAX_MOVED_WORD: Millis = 400
/** A longer piece of speech has enough words for a good alignment. */
const MAX_SHORT_PIECE: Millis = 1_200
/** A sentence that continues after a longer silence may have been aligned with another utterance. */
const MIN_SILENCE: Millis = 1_000

const SENTENCE_END = /[.!?…。！？।؟]["'”’»」』)\]]*$/u
const STARTS_IN_LOWER_CASE = /^["'“‘«(]*\p{Ll}/u

/**
 * Moves the first word of a window right before the second when speech without a word lies between them. The decoder often aligns
 * the first word with the very beginning, however late it was spoken.
 */
export function moveFirstWord(words: readonly TimedWord[], speech: readonly TimeSpan[]): readonly TimedWord[] {
  const [first, second, ...rest] = words
  if (!first || !second || SENTENCE_END.test(first.text)) return words
  const [gap] = findGaps(words, speech)
  if (!gap || gap.start < first.end || gap.end > second.start) return words
  return [endingAt(first, second.start), second, ...rest]
}

/**
 * Corrects the times of the first words of sentences. When the decoder misses an utterance before a sentence, it aligns the first
 * word of the sentence with that utterance, before the silence between them. So a short piece whose last word continues after a
 * silence is decoded by itself (`decodeSpan`): if it does not contain that word, the word is moved to after the silence.
 */
export async function correctEarlyWords(
  words: readonly TimedWord[],
  speech: readonly TimeSpan[],
  decodeSpan: (piece: TimeSpan) => Promise<readonly TimedWord[] | 'silent'>,
): Promise<readonly TimedWord[]> {
  let corrected = words
  for (const piece of speech) {
    if (piece.end - piece.start >= MAX_SHORT_PIECE) continue
    const last = corrected.findLastIndex((word) => pieceAt(speech, middleOf(word)) === piece)
    const [word, next] = [corrected[last], corrected[last + 1]]
    if (!word || !next || next.start - piece.end < MIN_SILENCE || !goesOn(word, next)) continue
    const found = await decodeSpan(piece)
    const isInPiece = found === 'silent' || found.length === 0 || found.some(({ text }) => wordKey(text) === wordKey(word.text))
    if (!isInPiece) corrected = corrected.with(last, endingAt(word, next.start))
  }
  return corrected
}

/** A sentence continues when it has not ended and the next word is in lower case. */
const goesOn = (word: TimedWord, next: TimedWord): boolean =>
  !SENTENCE_END.test(word.text) && STARTS_IN_LOWER_CASE.test(next.text)

const endingAt = (word: TimedWord, end: Millis): TimedWord => ({
  ...word,
  start: end - Math.min(word.end - word.start, MAX_MOVED_WORD),
  end,
})
