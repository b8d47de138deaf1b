import { normalizeText } from '#shared/normalizeText.ts'
import type { VoicePrint } from '../voicePrintStore.ts'

/** As OWASP recommends for PBKDF2 with SHA-256. */
const ITERATIONS = 600_000
const FORMAT = 'v1'

/** Shorter passphrases can be guessed. */
export const MIN_PASSPHRASE = 12

/** Browsers encrypt only on pages that are served over https. */
export const canEncrypt = (): boolean => typeof crypto.subtle === 'object'

/** Returns voice prints as text that can only be read with the passphrase. `owner` must be the same for reading. */
export async function encryptVoicePrints(prints: readonly VoicePrint[], passphrase: string, owner: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const key = await deriveKey(passphrase, salt)
  const plain = new TextEncoder().encode(JSON.stringify(prints.map(packPrint)))
  const encrypted = await crypto.subtle.encrypt(parametersOf(iv, owner), key, plain)
  return [FORMAT, toBase64(salt), toBase64(iv), toBase64(new Uint8Array(encrypted))].join('.')
}

/** Returns the voice prints of an encrypted text, or undefined when the passphrase is wrong or the text was changed. */
export async function decryptVoicePrints(
  content: string,
  passphrase: string,
  owner: string,
): Promise<readonly VoicePrint[] | undefined> {
  try {
    const [format, salt = '', iv = '', encrypted = ''] = content.split('.')
    if (format !== FORMAT) return undefined
    const key = await deriveKey(passphrase, fromBase64(salt))
    const plain = await crypto.subtle.decrypt(parametersOf(fromBase64(iv), owner), key, fromBase64(encrypted))
    return (JSON.parse(new TextDecoder().decode(plain)) as PackedPrint[]).map(unpackPrint)
  } catch {
    return undefined
  }
}

/** The embedding as base64 of 32-bit numbers: a fourth of its length as JSON. */
type PackedPrint = Omit<VoicePrint, 'data'> & { readonly data: string }

const packPrint = ({ data, ...print }: VoicePrint): PackedPrint => ({
  ...print,
  data: toBase64(new Uint8Array(Float32Array.from(data).buffer)),
})

const unpackPrint = ({ data, ...print }: PackedPrint): VoicePrint => ({
  ...print,
  data: [...new Float32Array(fromBase64(data).buffer)],
})

async function deriveKey(passphrase: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(normalizeText(passphrase, 'NFKC'))
  const base = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS }
  return crypto.subtle.deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

const parametersOf = (iv: Uint8Array<ArrayBuffer>, owner: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`earshot voice prints ${owner}`),
})

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
