const LONGEST_BLOCK = 12
const LEAST_TOKENS = 15
const LEAST_ROUNDS = 5

/**
 * Returns how many tokens at the end only repeat what stands before them: a block of at most 12 tokens five times or more,
 * over 15 tokens or more. The first block is not counted. 0 when nothing loops. Noise drives a beam search into loops of 220
 * tokens that it scores well, so no probability tells.
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
/** People say "no, no, no": short periods need more words than whole sentences. */
const LEAST_WORDS = 8
const WORD_ROUNDS = 3
/** People repeat a word or three; a rushed copy counts from this many words on. */
const LEAST_RUSHED = 4

/**
 * Marks words that only repeat what stands before them: a block of 1 to 40 words three times or more, or twice where the second
 * copy is spoken faster than anyone speaks (`isRushed`, from one word up to another). The first copy is not marked.
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

/** Returns a word without case and punctuation, to compare it. */
export const wordKey = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
