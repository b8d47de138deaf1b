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
const ANSWER_KEY = 'answer-key.json'

/**
 * Reads the secrets in `DATA_DIR/secrets` (folder 0700, files 0600) and creates missing ones. Two processes that start at the
 * same time get the same secrets. Throws for a damaged file and never replaces it: a new key would invalidate all sessions and
 * links.
 */
export const loadSecrets = async (dataDir: string): Promise<Secrets> => {
  const folder = join(dataDir, 'secrets')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const key = await readOrMake(folder, 'signing-key.json', makeSigningKey)
  const bytesOf = async (name: string, without: string) =>
    parseBytes(await readOrMake(folder, name, async () => randomBytes(KEY_BYTES).toString('hex')), join(folder, name), without)
  return {
    signingKey: parseSigningKey(key, folder),
    blobHmac: await bytesOf('blob-hmac', 'links handed out stop working'),
    fieldKey: await bytesOf('field-key', 'what identity providers gave us cannot be given back'),
  }
}

/** Reads the private RSA key with which clients wrap the keys for their responses, as a JWK. Creates it on first use. */
export const loadAnswerKey = async (dataDir: string): Promise<JWK> => {
  const folder = join(dataDir, 'secrets')
  return parseAnswerKey(await readOrMake(folder, ANSWER_KEY, makeAnswerKey), join(folder, ANSWER_KEY))
}

async function makeAnswerKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('RSA-OAEP-256', { modulusLength: 2048, extractable: true })
  return JSON.stringify({ ...(await exportJWK(privateKey)), alg: 'RSA-OAEP-256', use: 'enc' })
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
  // `link` fails when the name is taken, while `rename` would overwrite what another process has already read.
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
    // A copy or a restored backup may have made the file readable by others.
    if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600)
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

function parseSigningKey(text: string, folder: string): JWK {
  const says = `${join(folder, 'signing-key.json')} is damaged. Restore it from a backup; without it everybody must sign in again.`
  const parsed = parseJson(text, says)
  if (!isPrivateKey(parsed)) throw new Error(says)
  return parsed
}

function parseAnswerKey(text: string, path: string): JWK {
  const says = `${path} is damaged. Remove it: a new one is made, and pages that encrypt their answers ask for it by themselves.`
  const key = parseJson(text, says) as JWK | null
  if (key?.kty !== 'RSA' || ![key.n, key.e, key.d].every((part) => typeof part === 'string')) throw new Error(says)
  return key
}

function parseJson(text: string, says: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new Error(says, { cause: error })
  }
}

function parseBytes(text: string, path: string, without: string): Uint8Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'hex'))
  if (bytes.length !== KEY_BYTES || text.length !== KEY_BYTES * 2) {
    throw new Error(`${path} is damaged. Restore it from a backup; without it ${without}.`)
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
