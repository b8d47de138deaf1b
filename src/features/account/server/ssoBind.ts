import type { Ground } from '#platform/ground.ts'
import type { Caller } from '#platform/http/caller.ts'
import { beginSession, rotate } from './sessions.ts'
import type { From } from './signUp.ts'
import { signedInReply } from './signedIn.ts'
import { bindIdentity } from './ssoLogin.ts'
import { claimedOf, tradeTicket } from './ssoTickets.ts'
import { lockAccount } from './store.ts'
import { findBound, identitiesOf, lockIdentity } from './storeWays.ts'

type Place = From & { userAgent: string }

/** Exchanges a login ticket for a session. Returns null if it is expired, used, or was created for another browser. */
export async function signInByTicket(ground: Ground, ticket: string, cookie: string | undefined, from: Place) {
  const row = await tradeTicket(ground, ticket, 'login', cookie)
  if (!row) return null
  return ground.inOneStep(async (step) => {
    // The identity may have been unbound, or the account taken over, after the ticket was created. No session may start then.
    const account = await lockAccount(step, row.user_id)
    const ties = await identitiesOf(step, row.user_id)
    if (!account || !ties.some((tie) => tie.provider === row.provider && tie.unbound_at === null)) return null
    const token = await beginSession(step, account.user_id, { loginType: row.provider, from })
    return signedInReply(ground, account, { token, loginType: row.provider, isNew: row.is_new })
  })
}

/**
 * Binds the identity of a ticket to the caller, who must have started the binding in the same browser. The account has a new
 * sign-in method, so the session gets a new token and the old one ends.
 */
export async function finishBind(
  ground: Ground,
  caller: Caller,
  { ticket, cookie, from }: { ticket: string; cookie: string | undefined; from: Place },
) {
  const row = await tradeTicket(ground, ticket, 'bind', cookie)
  const claimed = row?.user_id === caller.userId ? claimedOf(ground, row) : null
  if (!row || !claimed) return 'ticketGone'
  return ground.inOneStep(async (step) => {
    await lockIdentity(step, claimed)
    const account = await lockAccount(step, caller.userId)
    if (!account) return 'ticketGone'
    const bound = await findBound(step, claimed)
    if (bound && bound.user_id !== caller.userId) return 'taken'
    await bindIdentity(step, caller.userId, row.provider, claimed)
    const { token, loginType } = await rotate(step, caller, from)
    return signedInReply(ground, account, { token, loginType })
  })
}
