const LONGEST_BLOCK = 12
const LEAST_TOKENS = 15
const LEAST_ROUNDS = 5

/**
 * Returns how many tokens at the end only repeat earlier ones: a block of at most 12 tokens, repeated five times or more, over at
 * least 15 tokens. The first block does not count. Returns 0 without a loop. Noise drives a beam search into loops of 220 tokens
 * with good scores, so probabilities do not reveal them.
 */
export function loopLength(tokens: readonly number[]): number {
  for (let block = 1; block <= LONGEST_BLOCK; block++) {
    let again = 0
    while (again + block < tokens.length && tokens.at(-1 - again) === tokens.at(-1 - again - block)) again++
    if (again + block >= Math.max(LEAST_TOKENS, LEAST_ROUNDS * block)) return again
  }
  return 0
}

const LONGEST_PERIOD = 40
/** People say "no, no, no", so short periods need more words than whole sentences. */
const LEAST_WORDS = 8
const WORD_ROUNDS = 3
/** Minimum length of a rushed copy. People do repeat up to three words. */
const LEAST_RUSHED = 4

/**
 * Marks words that only repeat earlier ones: a block of 1 to 40 words three times or more, or twice when the second copy is
 * faster than anyone speaks (`isTooFast`, for a range of words). The first copy is not marked.
 */
export function markRepeatedWords(texts: readonly string[], isRushed: (from: number, to: number) => boolean): boolean[] {
  const keys = texts.map(wordKey)
  const marked = texts.map(() => false)
  for (let at = 0; at < keys.length; at++) {
    for (let period = 1; period <= LONGEST_PERIOD; period++) {
      let length = 0
      while (at + period + length < keys.length && keys[at + length] === keys[at + period + length]) length++
      const again = length - (length % period)
      const isLoop = again + period >= Math.max(WORD_ROUNDS * period, LEAST_WORDS)
      const isRushedCopy = again >= period && period >= LEAST_RUSHED && isRushed(at + period, at + period + again)
      if (!isLoop && !isRushedCopy) continue
      marked.fill(true, at + period, at + period + length)
      at += period + length - 1
      break
    }
  }
  return marked
}

/** Returns a word without case and punctuation, for comparison. */
export const wordKey = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
