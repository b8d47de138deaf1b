import { createCipheriv, randomBytes, webcrypto } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, exportSPKI, importJWK, type JWK } from 'jose'

/** What a client needs to encrypt its response key for this server. */
export type ResponseKeyDescription = {
  /** RFC 7638 thumbprint of the public key. */
  readonly key_id: string
  readonly algorithm: 'RSA-OAEP-256'
  /** SubjectPublicKeyInfo in base64, as `crypto.subtle.importKey('spki')` takes it. */
  readonly public_key: string
  readonly cipher: 'A256GCM'
}

/** The key pair with which clients wrap the keys for their responses. Loaded or created on first use. */
export type ResponseKeys = {
  readonly describe: () => Promise<ResponseKeyDescription>
  /** Returns the 32 bytes that the client wrapped, or null when they were wrapped with another key or are damaged. */
  readonly unwrap: (keyId: string, wrapped: Uint8Array) => Promise<Uint8Array | null>
}

const KEY_BYTES = 32
const NONCE_BYTES = 12

/**
 * @NOTE Loads the key on first use. Most installations never encrypt a response inside TLS, and generating an RSA key takes up to
 * a second.
 */
export function createResponseKeys(load: () => Promise<JWK>): ResponseKeys {
  let keyPair: ReturnType<typeof importKeyPair> | undefined
  const loadKeyPair = () =>
    (keyPair ??= load()
      .then(importKeyPair)
      .catch((error: unknown) => {
        keyPair = undefined
        throw error
      }))
  return {
    describe: async () => (await loadKeyPair()).description,
    unwrap: async (keyId, wrapped) => {
      const { description, privateKey } = await loadKeyPair()
      if (keyId !== description.key_id) return null
      const decrypted = await webcrypto.subtle
        .decrypt({ name: 'RSA-OAEP' }, privateKey, Uint8Array.from(wrapped))
        .catch(() => null)
      return decrypted?.byteLength === KEY_BYTES ? new Uint8Array(decrypted) : null
    },
  }
}

/** Returns `base64url(iv | ciphertext | tag)` of AES-256-GCM, with `context` as additional authenticated data. */
export function encryptResponse(key: Uint8Array, text: string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

async function importKeyPair(jwk: JWK): Promise<{ description: ResponseKeyDescription; privateKey: webcrypto.CryptoKey }> {
  const { kty, n, e } = jwk
  const publicJwk = { kty, n, e } as JWK
  const publicKey = (await importJWK(publicJwk, 'RSA-OAEP-256', { extractable: true })) as webcrypto.CryptoKey
  const pem = await exportSPKI(publicKey)
  return {
    description: {
      key_id: await calculateJwkThumbprint(await exportJWK(publicKey)),
      algorithm: 'RSA-OAEP-256',
      public_key: pem.replace(/-----[^-]+-----|\s/g, ''),
      cipher: 'A256GCM',
    },
    privateKey: (await importJWK(jwk, 'RSA-OAEP-256')) as webcrypto.CryptoKey,
  }
}
