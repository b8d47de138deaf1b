import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Encrypts short texts for the database (AES-256-GCM). `context` is authenticated too: a value copied to another row cannot be
 * decrypted.
 */
export type FieldSeal = {
  readonly seal: (text: string, about: string) => Buffer
  /** Returns null when the value was encrypted with another key or context, or was changed. */
  readonly open: (sealed: Uint8Array, about: string) => string | null
}

const VERSION = 1
const NONCE = 12
const TAG = 16

/** `key` is 32 bytes, unique to this installation. The first byte of an encrypted value is the version of the format. */
export function openFieldSeal(key: Uint8Array): FieldSeal {
  return {
    seal: (text, about) => {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), sealed])
    },
    open: (sealed, about) => {
      if (sealed[0] !== VERSION || sealed.length < 1 + NONCE + TAG) return null
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + NONCE)).setAAD(Buffer.from(about))
      decipher.setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
