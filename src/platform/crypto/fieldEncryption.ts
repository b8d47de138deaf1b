import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Encrypts short texts for the database (AES-256-GCM). `context` is authenticated too: a value copied to another row cannot be
 * decrypted.
 */
export type FieldEncryption = {
  readonly encrypt: (text: string, context: string) => Buffer
  /** Returns null when the value was encrypted with another key or context, or was changed. */
  readonly decrypt: (encrypted: Uint8Array, context: string) => string | null
}

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `key` is 32 bytes, unique to this installation. The first byte of an encrypted value is the version of the format. */
export function createFieldEncryption(key: Uint8Array): FieldEncryption {
  return {
    encrypt: (text, context) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), encrypted])
    },
    decrypt: (encrypted, context) => {
      if (encrypted[0] !== VERSION || encrypted.length < 1 + NONCE_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(1, 1 + NONCE_BYTES)).setAAD(Buffer.from(context))
      decipher.setAuthTag(encrypted.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(encrypted.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        )
      } catch {
        return null
      }
    },
  }
}
