import { createHash, randomBytes } from 'node:crypto'

/**
 * Returns a random token of 32 bytes that is issued once, as a ticket, a code or an access token. The database stores only its
 * hash.
 */
export function oneTimeWord(): { word: string; hash: Buffer } {
  const word = randomBytes(32).toString('base64url')
  return { word, hash: hashOfWord(word) }
}

export const hashOfWord = (word: string): Buffer => createHash('sha256').update(word).digest()
