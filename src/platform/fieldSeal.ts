import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Seals short texts for the database (AES-256-GCM). `about` is bound to it: a seal moved to another row does not open. */
export type FieldSeal = {
  readonly seal: (text: string, about: string) => Buffer
  /** Null when it was sealed with another key, about something else, or was changed. */
  readonly open: (sealed: Uint8Array, about: string) => string | null
}

const VERSION = 1
const NONCE = 12
const TAG = 16

/** `key`: 32 bytes of this installation alone. The first byte of a seal says which way it was made. */
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
