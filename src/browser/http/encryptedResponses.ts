/** The header of a call that requests an encrypted response, and the function that decrypts it. */
export type EncryptedCall = {
  /** The value of `x-encrypt-response`. */
  readonly header: string
  /** Returns the decrypted body. Rejects when it was modified or belongs to another call. */
  readonly decrypt: (text: string) => Promise<string>
}

type PublicKey = { id: string; key: CryptoKey }

/**
 * Prepares one call with an encrypted response (A§7): creates an AES-256 key and wraps it with the public key of the server,
 * which `fetchKey` fetches once per `base`. Returns null on plain http, where `crypto.subtle` is missing, and when the server
 * has no such key.
 */
export async function prepareEncryptedCall(
  base: string,
  requestId: string,
  fetchKey: () => Promise<unknown>,
): Promise<EncryptedCall | null> {
  if (!globalThis.crypto?.subtle) return null
  const { id, key } = (await getServerKey(base, fetchKey)) ?? {}
  if (!id || !key) return null
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const wrapped = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, raw)
  const responseKey = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt'])
  return {
    header: `v1.${id}.${toBase64url(new Uint8Array(wrapped))}`,
    decrypt: async (text) => {
      const { sealed } = JSON.parse(text) as { sealed: string }
      const bytes = fromBase64(sealed)
      const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, 12), additionalData: new TextEncoder().encode(requestId) }
      return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, responseKey, bytes.slice(12)))
    },
  }
}

/** Clears the cached public key when the server no longer has it. The next call fetches the new one. */
export function clearServerKey(base: string): void {
  serverKeys.delete(base)
}

const serverKeys = new Map<string, Promise<PublicKey | null>>()

function getServerKey(base: string, fetchKey: () => Promise<unknown>): Promise<PublicKey | null> {
  const cached = serverKeys.get(base)
  if (cached) return cached
  const pending = fetchKey().then(parsePublicKey)
  serverKeys.set(base, pending)
  pending.then(
    (key) => key ?? serverKeys.delete(base),
    () => serverKeys.delete(base),
  )
  return pending
}

async function parsePublicKey(body: unknown): Promise<PublicKey | null> {
  const { data } = (body ?? {}) as { data?: { key_id?: unknown; algorithm?: unknown; public_key?: unknown; cipher?: unknown } }
  const { key_id: id, public_key: spki } = data ?? {}
  if (typeof id !== 'string' || typeof spki !== 'string') return null
  if (data?.algorithm !== 'RSA-OAEP-256' || data.cipher !== 'A256GCM') return null
  const how = { name: 'RSA-OAEP', hash: 'SHA-256' }
  return { id, key: await crypto.subtle.importKey('spki', fromBase64(spki), how, false, ['encrypt']) }
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

const toBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
