import { NotSignedIn } from '#platform/http/errors.ts'
import type { AppContext } from '#platform/context.ts'
import type { Caller } from '#platform/http/caller.ts'
import { isWeakPassword } from './isWeakPassword.ts'
import { hashPassword, verifyPassword } from './passwordHash.ts'
import { type NewSession, endOtherSessions, isFresh, rotateSession, createSession } from '../sessions/sessions.ts'
import { type AccountRow, lockAccount, readAccount, updateAccount, findAccount } from '../store.ts'
import { deletePendingSignIns } from '../storeSignInMethods.ts'
import { minutes } from '#shared/units.ts'
import { countAttempt } from '../sessions/knownDevices.ts'

/**
 * Sets or changes the password. Needs the current password or a fresh session. Ends every other session and gives this one a new
 * token, so that a stolen password or token becomes useless.
 */
export async function setPassword(
  ctx: AppContext,
  caller: Caller,
  from: NewSession['from'],
  { currentPassword, newPassword }: { currentPassword: string | undefined; newPassword: string },
): Promise<{ account: AccountRow; token: string; loginType: string } | { refused: 'wrong' | 'notFresh' | 'weak' }> {
  const account = await readAccount(ctx, caller.userId)
  if (!account) throw new NotSignedIn('token invalid or expired')
  const byPassword = currentPassword !== undefined && account.password_hash !== null
  if (byPassword && !(await verifyPassword(currentPassword, account.password_hash))) return { refused: 'wrong' }
  if (!byPassword && !(await isFresh(ctx, caller))) return { refused: 'notFresh' }
  if (await isWeakPassword(newPassword, account.email)) return { refused: 'weak' }
  const password_hash = await hashPassword(ctx.hashCost, newPassword)
  return ctx.transaction(async (tx) => {
    // The lock makes the second of two concurrent changes find its session ended.
    const lockedAccount = await lockAccount(tx, caller.userId)
    if (byPassword && lockedAccount?.password_hash !== account.password_hash) return { refused: 'wrong' }
    const rotated = await rotateSession(tx, caller, from, { reauthenticated: byPassword })
    await updateAccount(tx, caller.userId, { password_hash })
    await endOtherSessions(tx, caller.userId, rotated.sessionId)
    await deletePendingSignIns(tx, caller.userId)
    return { account: { ...account, password_hash }, ...rotated }
  })
}

/**
 * Slows attempts down without ever locking the account: after ten, one more every 90 seconds. Each known device has its own limit.
 */
const ATTEMPT_LIMIT = { max: 10, within: minutes(15) }

type SignedIn = { account: AccountRow; token: string }

/**
 * Returns the account and an access token. Refuses when e-mail and password do not match. Result and duration do not reveal
 * whether the account exists. Throws TooManyRequests.
 */
export async function signInWithPassword(
  ctx: AppContext,
  { email, password, deviceTokens }: { email: string; password: string; deviceTokens: string[] },
  from: NewSession['from'],
): Promise<SignedIn | { refused: 'wrong' }> {
  const refusal = { refused: 'wrong' } as const
  const account = await findAccount(ctx, email)
  // @NOTE An attempt is counted before the password is compared, so that concurrent attempts cannot exceed the limit.
  const key = await countAttempt(ctx, { kind: 'password', email, account, deviceTokens }, ATTEMPT_LIMIT)
  if (!(await verifyPassword(password, account?.password_hash)) || !account) return refusal
  await ctx.limits.reset(key)
  return ctx.transaction(async (tx) => {
    // If the password was changed during the comparison, all sessions were ended. A session created now would escape that.
    const lockedAccount = await lockAccount(tx, account.user_id)
    if (lockedAccount?.password_hash !== account.password_hash) return refusal
    return { account, token: await createSession(tx, account.user_id, { loginType: 'password', from }) }
  })
}
