import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { TooManyRequests } from '#platform/http/errors.ts'

const argon2Async = promisify(argon2)

/** Memory in KiB and passes as recommended by OWASP for argon2id. */
const COST = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 } as const

/**
 * Each derivation needs its memory and one of the four libuv threads that also read files. With more at once, or an unbounded
 * queue, an attacker who sends passwords from many networks could block the server.
 */
const MAX_CONCURRENT = 2
const MAX_QUEUED = 100

let running = 0
const queue: (() => void)[] = []

/** Throws TooMany when the queue is full. */
async function deriveKey(password: string, nonce: Buffer): Promise<Buffer> {
  if (queue.length >= MAX_QUEUED) throw new TooManyRequests(5)
  // A finished derivation passes its slot to the one that has waited longest.
  if (running < MAX_CONCURRENT) running++
  else await new Promise<void>((resume) => queue.push(resume))
  try {
    const message = Buffer.from(password.normalize('NFKC'))
    return (await argon2Async('argon2id', { ...COST, message, nonce })) as Buffer
  } finally {
    const next = queue.shift()
    if (next) next()
    else running--
  }
}

/** Returns `argon2id$<salt>$<tag>` in base64url, as stored in the database. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  return ['argon2id', nonce.toString('base64url'), (await deriveKey(password, nonce)).toString('base64url')].join('$')
}

/** Takes the same time with and without a hash, so that the response time does not reveal whether the account exists. */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, salt = '', tag = ''] = (hash ?? 'argon2id$AAAAAAAAAAAAAAAAAAAAAA$').split('$')
  const expected = Buffer.from(tag, 'base64url')
  const actual = await deriveKey(password, Buffer.from(salt, 'base64url'))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
