import { deflateSync } from 'node:zlib'

/** The scores that decide whether a text is accepted as speech. */
export type TextScores = {
  readonly noSpeech: number
  /** Mean log-probability, including the end token. */
  readonly meanLogProb: number
  readonly isLooping: boolean
  readonly text: string
}

/**
 * True when a text was probably hallucinated from silence or noise: speech is unlikely, and the text is either unlikely or
 * repetitive (a loop of tokens, or a compression ratio above 2.4).
 */
export function isHallucination({ noSpeech, meanLogProb, isLooping, text }: TextScores): boolean {
  return noSpeech > 0.6 && (meanLogProb < -0.7 || isLooping || compressionRatio(text) > 2.4)
}

function compressionRatio(text: string): number {
  const bytes = Buffer.from(text.trim())
  return bytes.length / deflateSync(bytes).length
}

const MAX_BLOCK = 12
const MIN_TOKENS = 15
const MIN_REPEATS = 5

/**
 * Returns how many tokens at the end only repeat earlier ones: a block of at most 12 tokens, repeated five times or more, over at
 * least 15 tokens. The first block does not count. Returns 0 without a loop. Noise drives a beam search into loops of 220 tokens
 * with good scores, so probabilities do not reveal them.
 */
export function loopLength(tokens: readonly number[]): number {
  for (let block = 1; block <= MAX_BLOCK; block++) {
    let repeated = 0
    while (repeated + block < tokens.length && tokens.at(-1 - repeated) === tokens.at(-1 - repeated - block)) repeated++
    if (repeated + block >= Math.max(MIN_TOKENS, MIN_REPEATS * block)) return repeated
  }
  return 0
}

const MAX_PERIOD = 40
/** People say "no, no, no", so short periods need more words than whole sentences. */
const MIN_WORDS = 8
const MIN_WORD_REPEATS = 3
/** Minimum length of a rushed copy. People do repeat up to three words. */
const MIN_RUSHED_WORDS = 4

/**
 * Marks words that only repeat earlier ones: a block of 1 to 40 words three times or more, or twice when the second copy is
 * implausibly fast (`isTooFast`, for a range of words). The first copy is not marked.
 */
export function markRepeatedWords(texts: readonly string[], isTooFast: (from: number, to: number) => boolean): boolean[] {
  const keys = texts.map(wordKey)
  const isRepeated = texts.map(() => false)
  for (let position = 0; position < keys.length; position++) {
    for (let period = 1; period <= MAX_PERIOD; period++) {
      let length = 0
      while (position + period + length < keys.length && keys[position + length] === keys[position + period + length]) length++
      const repeated = length - (length % period)
      const isLoop = repeated + period >= Math.max(MIN_WORD_REPEATS * period, MIN_WORDS)
      const isRushedCopy =
        repeated >= period && period >= MIN_RUSHED_WORDS && isTooFast(position + period, position + period + repeated)
      if (!isLoop && !isRushedCopy) continue
      isRepeated.fill(true, position + period, position + period + length)
      position += period + length - 1
      break
    }
  }
  return isRepeated
}

/** Returns a word without case and punctuation, for comparison. */
export const wordKey = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
