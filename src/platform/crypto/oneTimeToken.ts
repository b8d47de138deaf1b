import { createHash, randomBytes } from 'node:crypto'

/**
 * Returns a random token of 32 bytes that is issued once, as a ticket, a code or an access token. The database stores only its
 * hash.
 */
export function oneTimeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
