import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { TooMany } from '#platform/http/failures.ts'

const derive = promisify(argon2)

/** Memory in KiB and passes as OWASP advises for argon2id. */
const COST = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 } as const

/**
 * Each takes its memory, and one of the four threads that also read files: more at once, or a queue without an end, and whoever
 * sends passwords from many networks stops everything else.
 */
const AT_ONCE = 2
const MOST_WAITING = 100

let running = 0
const waiting: (() => void)[] = []

/** Rejects with TooMany when too many wait already. */
async function derived(password: string, nonce: Buffer): Promise<Buffer> {
  if (waiting.length >= MOST_WAITING) throw new TooMany(5)
  // Whoever ends hands its place to the one that waits longest.
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

/** `argon2id$<salt>$<tag>` in base64url: what the database keeps. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  return ['argon2id', nonce.toString('base64url'), (await derived(password, nonce)).toString('base64url')].join('$')
}

/** Takes as long without a hash as with one, so that an answer does not tell whether the account exists. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, salt = '', tag = ''] = (hash ?? 'argon2id$AAAAAAAAAAAAAAAAAAAAAA$').split('$')
  const kept = Buffer.from(tag, 'base64url')
  const given = await derived(password, Buffer.from(salt, 'base64url'))
  return kept.length === given.length && timingSafeEqual(kept, given)
}
