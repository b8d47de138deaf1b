import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** Memory in KiB and passes as OWASP advises for argon2id. */
const COST = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 } as const

const derived = (password: string, nonce: Buffer): Promise<Buffer> =>
  derive('argon2id', { ...COST, message: Buffer.from(password.normalize('NFKC')), nonce }) as Promise<Buffer>

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
