import { createHash, randomBytes } from 'node:crypto'

/** A word nobody guesses (32 random bytes), given out once: a ticket, a code, a token. The database keeps its hash only. */
export function oneTimeWord(): { word: string; hash: Buffer } {
  const word = randomBytes(32).toString('base64url')
  return { word, hash: hashOfWord(word) }
}

export const hashOfWord = (word: string): Buffer => createHash('sha256').update(word).digest()
