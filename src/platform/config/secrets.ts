import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

/** The secrets of this installation. They are created once; every process of the installation reads the same ones. */
export type Secrets = {
  /** Private ES256 key as a JWK with `kid` and `alg`. Signs session tokens. */
  readonly signingKey: JWK
  /** 32 bytes. Signs links to parts and blobs. */
  readonly blobHmac: Uint8Array
  /** 32 bytes. Encrypts single fields in the database. */
  readonly fieldKey: Uint8Array
}

const KEY_BYTES = 32
const RESPONSE_KEY_FILE = 'answer-key.json'

/**
 * Reads the secrets in `DATA_DIR/secrets` (folder 0700, files 0600) and creates missing ones. Two processes that start at the
 * same time get the same secrets. Throws for a damaged file and never replaces it: a new key would invalidate all sessions and
 * links.
 */
export const loadSecrets = async (dataDir: string): Promise<Secrets> => {
  const folder = join(dataDir, 'secrets')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const key = await readOrCreate(folder, 'signing-key.json', createSigningKey)
  const readBytes = async (name: string, consequence: string) =>
    parseBytes(
      await readOrCreate(folder, name, async () => randomBytes(KEY_BYTES).toString('hex')),
      join(folder, name),
      consequence,
    )
  return {
    signingKey: parseSigningKey(key, folder),
    blobHmac: await readBytes('blob-hmac', 'links handed out stop working'),
    fieldKey: await readBytes('field-key', 'what identity providers gave us cannot be given back'),
  }
}

/** Reads the private RSA key with which clients wrap the keys for their responses, as a JWK. Creates it on first use. */
export const loadResponseKey = async (dataDir: string): Promise<JWK> => {
  const folder = join(dataDir, 'secrets')
  return parseResponseKey(await readOrCreate(folder, RESPONSE_KEY_FILE, createResponseKey), join(folder, RESPONSE_KEY_FILE))
}

async function createResponseKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('RSA-OAEP-256', { modulusLength: 2048, extractable: true })
  return JSON.stringify({ ...(await exportJWK(privateKey)), alg: 'RSA-OAEP-256', use: 'enc' })
}

async function createSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return JSON.stringify({ ...jwk, alg: 'ES256', use: 'sig', kid: await calculateJwkThumbprint(jwk) })
}

async function readOrCreate(folder: string, name: string, create: () => Promise<string>): Promise<string> {
  const path = join(folder, name)
  const existing = await readSecret(path)
  if (existing !== null) return existing
  const temporaryPath = join(folder, `.${name}.${randomUUID()}`)
  const file = await open(temporaryPath, 'wx', 0o600)
  try {
    await file.writeFile(`${await create()}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  // `link` fails when the name is taken, while `rename` would overwrite what another process has already read.
  await link(temporaryPath, path).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
  await rm(temporaryPath)
  await syncFolder(folder)
  const created = await readSecret(path)
  if (created === null) throw new Error(`${path} was removed while it was being made.`)
  return created
}

async function readSecret(path: string): Promise<string | null> {
  try {
    // A copy or a restored backup may have made the file readable for other users.
    if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600)
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

function parseSigningKey(text: string, folder: string): JWK {
  const message = `${join(folder, 'signing-key.json')} is damaged. Restore it from a backup; without it everybody must sign in again.`
  const parsed = parseJson(text, message)
  if (!isPrivateKey(parsed)) throw new Error(message)
  return parsed
}

function parseResponseKey(text: string, path: string): JWK {
  const message = `${path} is damaged. Remove it: a new one is created, and pages that encrypt their responses request it by themselves.`
  const key = parseJson(text, message) as JWK | null
  if (key?.kty !== 'RSA' || ![key.n, key.e, key.d].every((part) => typeof part === 'string')) throw new Error(message)
  return key
}

function parseJson(text: string, message: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new Error(message, { cause: error })
  }
}

function parseBytes(text: string, path: string, consequence: string): Uint8Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'hex'))
  if (bytes.length !== KEY_BYTES || text.length !== KEY_BYTES * 2) {
    throw new Error(`${path} is damaged. Restore it from a backup; without it ${consequence}.`)
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

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
