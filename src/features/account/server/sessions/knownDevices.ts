import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '#platform/context.ts'
import type { Limit } from '#platform/limits/limits.ts'
import { KNOWN_DEVICE_LIFETIME } from '../../rules.ts'
import type { AccountRow } from '../store.ts'

type Account = Pick<AccountRow, 'user_id' | 'password_hash'>

/**
 * Returns a token that the device sends with its next sign-in, so that failed attempts from elsewhere do not count against it. It
 * holds a random id and a date, signed for this account and its current password. Changing the password invalidates all of them.
 */
export function createDeviceToken(ctx: AppContext, account: Account): string {
  const id = `${ctx.clock.now().getTime().toString(36)}.${randomBytes(18).toString('base64url')}`
  return `${id}.${signDevice(ctx, account, id)}`
}

/**
 * Counts a sign-in attempt and returns the key of its limit. Each known device of the account has its own limit; all other
 * clients share one. Throws TooMany. Attempts for addresses without an account are counted in the same way.
 */
export async function countAttempt(
  ctx: AppContext,
  {
    kind,
    email,
    account,
    deviceTokens,
  }: { kind: 'password' | 'code'; email: string; account: Account | undefined; deviceTokens: string[] },
  limit: Limit,
): Promise<string> {
  const matchingToken = deviceTokens.find((token) => isTokenOf(ctx, account ?? NO_ACCOUNT, token))
  const key = matchingToken ? `${kind} of device:${matchingToken}` : `${kind}:${email}`
  await ctx.limits.consume(key, limit)
  return key
}

const NO_ACCOUNT: Account = { user_id: '', password_hash: null }

function isTokenOf(ctx: AppContext, account: Account, token: string): boolean {
  const [date = '', random = '', signature = ''] = token.split('.')
  const actual = Buffer.from(signature)
  const expected = Buffer.from(signDevice(ctx, account, `${date}.${random}`))
  const isSigned = actual.length === expected.length && timingSafeEqual(actual, expected)
  return isSigned && ctx.clock.now().getTime() - Number.parseInt(date, 36) < KNOWN_DEVICE_LIFETIME
}

/** Signs with a separate derived key, so that nothing else this server signs is accepted as a device token. */
function signDevice(ctx: AppContext, { user_id, password_hash }: Account, id: string): string {
  const key = createHmac('sha256', ctx.secrets.setupKey).update('known devices').digest()
  return createHmac('sha256', key)
    .update(JSON.stringify([user_id, password_hash, id]))
    .digest('base64url')
}
