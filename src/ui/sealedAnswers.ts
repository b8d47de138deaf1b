/** How one answer is asked for encrypted, and read. */
export type SealedCall = {
  /** For `x-encrypt-response`. */
  readonly header: string
  /** The answer's text; rejects when it was changed, or belongs to another call. */
  readonly open: (text: string) => Promise<string>
}

type PublicKey = { id: string; key: CryptoKey }

/**
 * Prepares one call whose answer comes encrypted (A§7): a new AES-256 key, wrapped under the server's public key, which
 * `readKey` asks for once for each `base`. Null where it cannot be: the page stands on plain http (there `crypto.subtle` is
 * missing), or the server has no such key.
 */
export async function sealedCall(base: string, requestId: string, readKey: () => Promise<unknown>): Promise<SealedCall | null> {
  if (!globalThis.crypto?.subtle) return null
  const { id, key } = (await publicKeyOf(base, readKey)) ?? {}
  if (!id || !key) return null
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const wrapped = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, raw)
  const mine = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt'])
  return {
    header: `v1.${id}.${toBase64url(new Uint8Array(wrapped))}`,
    open: async (text) => {
      const { sealed } = JSON.parse(text) as { sealed: string }
      const bytes = fromBase64(sealed)
      const how = { name: 'AES-GCM', iv: bytes.slice(0, 12), additionalData: new TextEncoder().encode(requestId) }
      return new TextDecoder().decode(await crypto.subtle.decrypt(how, mine, bytes.slice(12)))
    },
  }
}

/** The server no longer knows the key it once gave: the next call asks anew. */
export function forgetServerKey(base: string): void {
  known.delete(base)
}

const known = new Map<string, Promise<PublicKey | null>>()

function publicKeyOf(base: string, readKey: () => Promise<unknown>): Promise<PublicKey | null> {
  const held = known.get(base)
  if (held) return held
  const asked = readKey().then(parsedKey)
  known.set(base, asked)
  asked.then(
    (key) => key ?? known.delete(base),
    () => known.delete(base),
  )
  return asked
}

async function parsedKey(body: unknown): Promise<PublicKey | null> {
  const { data } = (body ?? {}) as { data?: { key_id?: unknown; algorithm?: unknown; public_key?: unknown; cipher?: unknown } }
  const { key_id: id, public_key: spki } = data ?? {}
  if (typeof id !== 'string' || typeof spki !== 'string') return null
  if (data?.algorithm !== 'RSA-OAEP-256' || data.cipher !== 'A256GCM') return null
  const how = { name: 'RSA-OAEP', hash: 'SHA-256' }
  return { id, key: await crypto.subtle.importKey('spki', fromBase64(spki), how, false, ['encrypt']) }
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const toBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
