import { createHash, createHmac, timingSafeEqual, randomBytes } from 'node:crypto'

const hmac = (key: Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Returns the HMAC-SHA256 of a text. The key is derived for one purpose, so that no hash is valid for another purpose. */
export const keyedHash = (secret: Uint8Array, purpose: string, text: string): Buffer => hmac(hmac(secret, purpose), text)

const sha256 = (value: string | Uint8Array): Buffer => createHash('sha256').update(value).digest()

/** Compares two secrets in constant time. */
export const equalInConstantTime = (a: string | Uint8Array, b: string | Uint8Array): boolean =>
  timingSafeEqual(sha256(a), sha256(b))

/**
 * Returns a random 32-byte token that is issued once, such as a ticket, a code or an access token. The database stores only its
 * hash.
 */
export function oneTimeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The cost of a password hash: memory in KiB, and passes over it. */
export type HashCost = { readonly memory: number; readonly passes: number }

/** The values that OWASP recommends for argon2id. Each hash stores its cost, so this may change. */
export const HASH_COST: HashCost = { memory: 19_456, passes: 2 }
