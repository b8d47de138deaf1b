import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

/** What this installation alone knows. Made once; every process of the installation reads the same. */
export type Secrets = {
  /** Private ES256 key as a JWK with `kid` and `alg`: signs session tokens. */
  readonly signingKey: JWK
  /** 32 bytes: signs links to parts and blobs. */
  readonly blobHmac: Uint8Array
}

const BLOB_HMAC_BYTES = 32

/**
 * Reads the secrets in `DATA_DIR/secrets` (folder 0700, files 0600), making those that are missing. Two processes that
 * start at once agree. A damaged file is an error, never replaced: a new key would end every session and every link.
 */
export const loadSecrets = async (dataDir: string): Promise<Secrets> => {
  const folder = join(dataDir, 'secrets')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const key = await readOrMake(folder, 'signing-key.json', makeSigningKey)
  const hmac = await readOrMake(folder, 'blob-hmac', async () => randomBytes(BLOB_HMAC_BYTES).toString('hex'))
  return { signingKey: parseSigningKey(key, folder), blobHmac: parseBlobHmac(hmac, folder) }
}

async function makeSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return JSON.stringify({ ...jwk, alg: 'ES256', use: 'sig', kid: await calculateJwkThumbprint(jwk) })
}

async function readOrMake(folder: string, name: string, make: () => Promise<string>): Promise<string> {
  const path = join(folder, name)
  const found = await readSecret(path)
  if (found !== null) return found
  const aside = join(folder, `.${name}.${randomUUID()}`)
  const file = await open(aside, 'wx', 0o600)
  try {
    await file.writeFile(`${await make()}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  // A link fails when the name is taken, where a rename would overwrite what another process has already read.
  await link(aside, path).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error
  })
  await rm(aside)
  await syncFolder(folder)
  const made = await readSecret(path)
  if (made === null) throw new Error(`${path} was removed while it was being made.`)
  return made
}

async function readSecret(path: string): Promise<string | null> {
  try {
    // Copied about or restored from a backup, a secret may have become readable to others.
    if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600)
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

function parseSigningKey(text: string, folder: string): JWK {
  const says = `${join(folder, 'signing-key.json')} is damaged. Restore it from a backup; without it everybody must sign in again.`
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new Error(says, { cause: error })
  }
  if (!isPrivateKey(parsed)) throw new Error(says)
  return parsed
}

function parseBlobHmac(text: string, folder: string): Uint8Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'hex'))
  if (bytes.length !== BLOB_HMAC_BYTES || text.length !== BLOB_HMAC_BYTES * 2) {
    throw new Error(
      `${join(folder, 'blob-hmac')} is damaged. Restore it from a backup; without it links handed out stop working.`,
    )
  }
  return bytes
}

function isPrivateKey(value: unknown): value is JWK {
  if (typeof value !== 'object' || value === null) return false
  const key = value as Record<string, unknown>
  return key['kty'] === 'EC' && key['crv'] === 'P-256' && ['d', 'x', 'y', 'kid'].every((name) => typeof key[name] === 'string')
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
