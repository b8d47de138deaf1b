import { randomBytes } from 'node:crypto'
import type { AppContext } from '#platform/context.ts'
import { equalInConstantTime, keyedHash } from '#platform/crypto/hashes.ts'
import type { Limit } from '#platform/limits/limits.ts'
import { KNOWN_DEVICE_LIFETIME, isRelayAddress } from '../../rules.ts'
import type { AccountRow } from '../store.ts'

type Account = Pick<AccountRow, 'user_id' | 'password_hash'>

/**
 * Returns a token that the device sends with its next sign-in, so that failed attempts from elsewhere do not count against it. It
 * holds a random id and a date, signed for this account and its current password. Changing the password invalidates all of them.
 */
function createDeviceToken(ctx: AppContext, account: Account): string {
  const id = `${ctx.clock.now().getTime().toString(36)}.${randomBytes(18).toString('base64url')}`
  return `${id}.${signDevice(ctx, account, id)}`
}

/**
 * Counts a sign-in attempt and returns the key of its limit. Each known device of the account has its own limit; all other
 * clients share one. Throws TooManyRequests. Attempts for addresses without an account are counted in the same way.
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
  const isSigned = equalInConstantTime(signature, signDevice(ctx, account, `${date}.${random}`))
  return isSigned && ctx.clock.now().getTime() - Number.parseInt(date, 36) < KNOWN_DEVICE_LIFETIME
}

const signDevice = (ctx: AppContext, { user_id, password_hash }: Account, id: string): string =>
  keyedHash(ctx.secrets.setupKey, 'known devices', JSON.stringify([user_id, password_hash, id])).toString('base64url')

type SignedInAccount = Pick<AccountRow, 'user_id' | 'email' | 'password_hash'>
type Session = { token: string; loginType: string; isNew?: boolean }

/** The reply of every sign-in method: the access token, and what the page stores about the sign-in (A§4). */
export const signedInReply = (ctx: AppContext, account: SignedInAccount, { token, loginType, isNew = false }: Session) => ({
  data: {
    access_token: token,
    token_type: 'bearer' as const,
    login_type: loginType,
    account: isRelayAddress(account.email) ? '' : account.email,
    is_new_user: isNew,
    device_token: createDeviceToken(ctx, account),
  },
})
