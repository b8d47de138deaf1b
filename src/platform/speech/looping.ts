const LONGEST_BLOCK = 12
const LEAST_TOKENS = 15
const LEAST_ROUNDS = 5

/**
 * How many tokens at the end only say again what stands before them: a block of at most 12 tokens heard five times or more,
 * over 15 tokens or more, counts once and the rest is told here. 0 when nothing loops. Noise drives a beam search into loops
 * of 220 tokens that it scores well, so no probability tells.
 */
export function loopLength(tokens: readonly number[]): number {
  for (let block = 1; block <= LONGEST_BLOCK; block++) {
    let again = 0
    while (again + block < tokens.length && tokens.at(-1 - again) === tokens.at(-1 - again - block)) again++
    if (again + block >= Math.max(LEAST_TOKENS, LEAST_ROUNDS * block)) return again
  }
  return 0
}
