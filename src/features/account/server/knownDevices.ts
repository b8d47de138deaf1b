import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Ground } from '#platform/ground.ts'
import type { Limit } from '#platform/limits/limits.ts'
import { KNOWN_DEVICE_FOR } from '../rules.ts'
import type { AccountRow } from './store.ts'

type Account = Pick<AccountRow, 'user_id' | 'password_hash'>

/**
 * Returns a token that the device sends with its next sign-in, so that failed attempts from elsewhere do not count against it. It
 * holds a random id and a date, signed for this account and its current password. Changing the password invalidates all of them.
 */
export function deviceToken(ground: Ground, account: Account): string {
  const id = `${ground.clock.now().getTime().toString(36)}.${randomBytes(18).toString('base64url')}`
  return `${id}.${sign(ground, account, id)}`
}

/**
 * Counts a sign-in attempt and returns the key of its limit. Each known device of the account has its own limit; all other
 * clients share one. Throws TooMany. Attempts for addresses without an account are counted in the same way.
 */
export async function countByDevice(
  ground: Ground,
  { kind, email, account, tokens }: { kind: 'password' | 'code'; email: string; account: Account | undefined; tokens: string[] },
  limit: Limit,
): Promise<string> {
  const known = tokens.find((token) => isOf(ground, account ?? NOBODY, token))
  const key = known ? `${kind} of device:${known}` : `${kind}:${email}`
  await ground.limits.take(key, limit)
  return key
}

const NOBODY: Account = { user_id: '', password_hash: null }

function isOf(ground: Ground, account: Account, token: string): boolean {
  const [date = '', random = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature)
  const wanted = Buffer.from(sign(ground, account, `${date}.${random}`))
  const isSigned = given.length === wanted.length && timingSafeEqual(given, wanted)
  return isSigned && ground.clock.now().getTime() - Number.parseInt(date, 36) < KNOWN_DEVICE_FOR
}

/** Signs with a separate derived key, so that nothing else this server signs is accepted as a device token. */
function sign(ground: Ground, { user_id, password_hash }: Account, id: string): string {
  const key = createHmac('sha256', ground.secrets.setupKey).update('known devices').digest()
  return createHmac('sha256', key)
    .update(JSON.stringify([user_id, password_hash, id]))
    .digest('base64url')
}
