import { minutes } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { countByDevice } from './knownDevices.ts'
import { isPassword } from './passwords.ts'
import { type Begun, beginSession } from './sessions.ts'
import { type AccountRow, findAccount, lockAccount } from './store.ts'

/** A delay, not a lock: after ten tries one more every minute and a half. A device the account knows has ten of its own. */
const TRIES = { most: 10, within: minutes(15) }

export type SignedIn = { account: AccountRow; token: string }

/** A session, or null: the same answer after the same time whether or not there is such an account. Rejects with TooMany. */
export async function signIn(
  ground: Ground,
  { email, password, tokens }: { email: string; password: string; tokens: string[] },
  from: Begun['from'],
): Promise<SignedIn | null> {
  const account = await findAccount(ground, email)
  // @NOTE Every try counts before its password is looked at: of many at the same moment none looks uncounted.
  const key = await countByDevice(ground, { kind: 'password', email, account, tokens }, TRIES)
  if (!(await isPassword(password, account?.password_hash)) || !account) return null
  await ground.limits.forgive(key)
  return ground.inOneStep(async (step) => {
    // A password changed while this one was looked at ends every session; this one would have come a moment too late.
    const now = await lockAccount(step, account.user_id)
    if (now?.password_hash !== account.password_hash) return null
    return { account, token: await beginSession(step, account.user_id, { loginType: 'password', from }) }
  })
}
