import { minutes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { countAttempt } from '../sessions/knownDevices.ts'
import { verifyPassword } from './passwordHash.ts'
import { type NewSession, createSession } from '../sessions/sessions.ts'
import { type AccountRow, findAccount, lockAccount } from '../store.ts'

/** Slows attempts down, never locks the account: after ten, one more every 90 seconds. Each known device has its own limit. */
const ATTEMPT_LIMIT = { max: 10, within: minutes(15) }

export type SignedIn = { account: AccountRow; token: string }

/**
 * Returns the account and an access token, or null when e-mail and password do not match. Result and duration do not reveal
 * whether the account exists. Throws TooMany.
 */
export async function signInWithPassword(
  ctx: AppContext,
  { email, password, deviceTokens }: { email: string; password: string; deviceTokens: string[] },
  from: NewSession['from'],
): Promise<SignedIn | null> {
  const account = await findAccount(ctx, email)
  // @NOTE An attempt is counted before the password is compared, so that concurrent attempts cannot exceed the limit.
  const key = await countAttempt(ctx, { kind: 'password', email, account, deviceTokens }, ATTEMPT_LIMIT)
  if (!(await verifyPassword(password, account?.password_hash)) || !account) return null
  await ctx.limits.reset(key)
  return ctx.transaction(async (tx) => {
    // If the password was changed during the comparison, all sessions were ended. A session created now would escape that.
    const lockedAccount = await lockAccount(tx, account.user_id)
    if (lockedAccount?.password_hash !== account.password_hash) return null
    return { account, token: await createSession(tx, account.user_id, { loginType: 'password', from }) }
  })
}
