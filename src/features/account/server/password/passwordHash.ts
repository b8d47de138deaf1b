import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { HASH_COST, type HashCost, equalInConstantTime } from '#platform/crypto/hashes.ts'
import { TooManyRequests } from '#platform/http/errors.ts'

const argon2Async = promisify(argon2)

/**
 * Each derivation needs its memory and one of the four libuv threads that also read files. With more at once, or an unbounded
 * queue, an attacker who sends passwords from many networks could block the server.
 */
const MAX_CONCURRENT = 2
const MAX_QUEUED = 100

let running = 0
const queue: (() => void)[] = []

/** Throws TooManyRequests when the queue is full. */
async function deriveKey(cost: HashCost, password: string, nonce: Buffer): Promise<Buffer> {
  if (queue.length >= MAX_QUEUED) throw new TooManyRequests(5)
  // A finished derivation passes its slot to the one that has waited longest.
  if (running < MAX_CONCURRENT) running++
  else await new Promise<void>((resume) => queue.push(resume))
  try {
    const message = Buffer.from(password.normalize('NFKC'))
    return (await argon2Async('argon2id', { ...cost, parallelism: 1, tagLength: 32, message, nonce })) as Buffer
  } finally {
    const next = queue.shift()
    if (next) next()
    else running--
  }
}

/** Returns `argon2id$m=<KiB>,t=<passes>$<salt>$<tag>`, salt and tag in base64url, as stored in the database. */
export async function hashPassword(cost: HashCost, password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await deriveKey(cost, password, nonce)
  return ['argon2id', `m=${cost.memory},t=${cost.passes}`, nonce.toString('base64url'), tag.toString('base64url')].join('$')
}

/** Hashes without a cost were stored before the cost was part of the hash. */
const HASH_FORMAT = /^argon2id\$(?:m=(\d+),t=(\d+)\$)?([\w-]+)\$([\w-]*)$/

/** Takes the same time with and without a hash, so that the response time does not reveal whether the account exists. */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, memory = HASH_COST.memory, passes = HASH_COST.passes, salt = '', tag = ''] =
    HASH_FORMAT.exec(hash ?? 'argon2id$AAAAAAAAAAAAAAAAAAAAAA$') ?? []
  const cost = { memory: Number(memory), passes: Number(passes) }
  const actual = await deriveKey(cost, password, Buffer.from(salt, 'base64url'))
  return equalInConstantTime(actual, Buffer.from(tag, 'base64url'))
}
