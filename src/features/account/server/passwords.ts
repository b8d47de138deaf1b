import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { TooMany } from '#platform/http/failures.ts'

const derive = promisify(argon2)

/** Memory in KiB and passes as recommended by OWASP for argon2id. */
const COST = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 } as const

/**
 * Each derivation needs its memory and one of the four libuv threads that also read files. With more at once, or an unbounded
 * queue, an attacker who sends passwords from many networks could block the server.
 */
const AT_ONCE = 2
const MOST_WAITING = 100

let running = 0
const waiting: (() => void)[] = []

/** Throws TooMany when the queue is full. */
async function derived(password: string, nonce: Buffer): Promise<Buffer> {
  if (waiting.length >= MOST_WAITING) throw new TooMany(5)
  // A finished derivation passes its slot to the one that has waited longest.
  if (running < AT_ONCE) running++
  else await new Promise<void>((go) => waiting.push(go))
  try {
    const message = Buffer.from(password.normalize('NFKC'))
    return (await derive('argon2id', { ...COST, message, nonce })) as Buffer
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Returns `argon2id$<salt>$<tag>` in base64url, as stored in the database. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  return ['argon2id', nonce.toString('base64url'), (await derived(password, nonce)).toString('base64url')].join('$')
}

/** Takes the same time with and without a hash, so that the response time does not reveal whether the account exists. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, salt = '', tag = ''] = (hash ?? 'argon2id$AAAAAAAAAAAAAAAAAAAAAA$').split('$')
  const kept = Buffer.from(tag, 'base64url')
  const given = await derived(password, Buffer.from(salt, 'base64url'))
  return kept.length === given.length && timingSafeEqual(kept, given)
}
