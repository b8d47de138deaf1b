import { minutes } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { countByDevice } from './knownDevices.ts'
import { isPassword } from './passwords.ts'
import { type Begun, beginSession } from './sessions.ts'
import { type AccountRow, findAccount, lockAccount } from './store.ts'

/** Slows attempts down, never locks the account: after ten, one more every 90 seconds. Each known device has its own limit. */
const TRIES = { most: 10, within: minutes(15) }

export type SignedIn = { account: AccountRow; token: string }

/**
 * Returns the account and an access token, or null when e-mail and password do not match. Result and duration do not reveal
 * whether the account exists. Throws TooMany.
 */
export async function signIn(
  ground: Ground,
  { email, password, tokens }: { email: string; password: string; tokens: string[] },
  from: Begun['from'],
): Promise<SignedIn | null> {
  const account = await findAccount(ground, email)
  // @NOTE An attempt is counted before the password is compared, so that concurrent attempts cannot exceed the limit.
  const key = await countByDevice(ground, { kind: 'password', email, account, tokens }, TRIES)
  if (!(await isPassword(password, account?.password_hash)) || !account) return null
  await ground.limits.forgive(key)
  return ground.inOneStep(async (step) => {
    // If the password was changed during the comparison, all sessions were ended. A session created now would escape that.
    const now = await lockAccount(step, account.user_id)
    if (now?.password_hash !== account.password_hash) return null
    return { account, token: await beginSession(step, account.user_id, { loginType: 'password', from }) }
  })
}
