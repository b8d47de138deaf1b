import type { AppContext } from '#platform/context.ts'
import type { Caller } from '#platform/http/caller.ts'
import { NotSignedIn } from '#platform/http/errors.ts'
import { isWeakPassword } from './isWeakPassword.ts'
import { hashPassword, verifyPassword } from './passwordHash.ts'
import { type NewSession, endOtherSessions, isFresh, rotateSession } from '../sessions/sessions.ts'
import { type AccountRow, lockAccount, readAccount, updateAccount } from '../store.ts'
import { deletePendingSignIns } from '../storeSignInMethods.ts'

/**
 * Sets or changes the password. Needs the current password or a fresh session. Ends every other session and gives this one a new
 * token, so that a stolen password or token is of no use any more.
 */
export async function setPassword(
  ctx: AppContext,
  caller: Caller,
  from: NewSession['from'],
  { currentPassword, newPassword }: { currentPassword: string | undefined; newPassword: string },
): Promise<{ account: AccountRow; token: string; loginType: string } | 'wrong' | 'notFresh' | 'weak'> {
  const account = await readAccount(ctx, caller.userId)
  if (!account) throw new NotSignedIn('token invalid or expired')
  const byPassword = currentPassword !== undefined && account.password_hash !== null
  if (byPassword && !(await verifyPassword(currentPassword, account.password_hash))) return 'wrong'
  if (!byPassword && !(await isFresh(ctx, caller))) return 'notFresh'
  if (await isWeakPassword(newPassword, account.email)) return 'weak'
  const password_hash = await hashPassword(newPassword)
  return ctx.transaction(async (tx) => {
    // The lock makes the second of two concurrent changes find its session ended.
    const lockedAccount = await lockAccount(tx, caller.userId)
    if (byPassword && lockedAccount?.password_hash !== account.password_hash) return 'wrong'
    const rotated = await rotateSession(tx, caller, from, { reauthenticated: byPassword })
    await updateAccount(tx, caller.userId, { password_hash })
    await endOtherSessions(tx, caller.userId, rotated.sessionId)
    await deletePendingSignIns(tx, caller.userId)
    return { account: { ...account, password_hash }, ...rotated }
  })
}
