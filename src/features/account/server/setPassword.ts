import type { Ground } from '#platform/ground.ts'
import type { Caller } from '#platform/http/caller.ts'
import { NotSignedIn } from '#platform/http/failures.ts'
import { isWeakPassword } from './isWeakPassword.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { type Begun, endOtherSessions, isFresh, rotate } from './sessions.ts'
import { type AccountRow, lockAccount, readAccount, updateAccount } from './store.ts'
import { forgetWords } from './storeWays.ts'

/**
 * Sets or changes the password. Needs the current password or a fresh session. Ends every other session and gives this one a new
 * token, so that a stolen password or token is of no use any more.
 */
export async function setPassword(
  ground: Ground,
  caller: Caller,
  from: Begun['from'],
  { current, next }: { current: string | undefined; next: string },
): Promise<{ account: AccountRow; token: string; loginType: string } | 'wrong' | 'notFresh' | 'weak'> {
  const account = await readAccount(ground, caller.userId)
  if (!account) throw new NotSignedIn('token invalid or expired')
  const byPassword = current !== undefined && account.password_hash !== null
  if (byPassword && !(await isPassword(current, account.password_hash))) return 'wrong'
  if (!byPassword && !(await isFresh(ground, caller))) return 'notFresh'
  if (await isWeakPassword(next, account.email)) return 'weak'
  const password_hash = await hashPassword(next)
  return ground.inOneStep(async (step) => {
    // The lock makes the second of two concurrent changes find its session ended.
    const now = await lockAccount(step, caller.userId)
    if (byPassword && now?.password_hash !== account.password_hash) return 'wrong'
    const begun = await rotate(step, caller, from, { proved: byPassword })
    await updateAccount(step, caller.userId, { password_hash })
    await endOtherSessions(step, caller.userId, begun.sessionId)
    await forgetWords(step, caller.userId)
    return { account: { ...account, password_hash }, ...begun }
  })
}
