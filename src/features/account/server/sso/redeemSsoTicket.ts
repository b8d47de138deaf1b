import type { AppContext } from '#platform/context.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createSession, rotateSession } from '../sessions/sessions.ts'
import type { ClientInfo } from '../sign-up/signUp.ts'
import { signedInReply } from '../sessions/signedInReply.ts'
import { bindIdentity } from './findOrCreateAccount.ts'
import { decryptClaims, redeemTicket } from './ssoTickets.ts'
import { lockAccount } from '../store.ts'
import { findBoundIdentity, listIdentities, lockIdentity } from '../storeSignInMethods.ts'

type SessionClient = ClientInfo & { userAgent: string }

/** Exchanges a login ticket for a session. Returns null if it is expired, used, or was created for another browser. */
export async function signInWithTicket(ctx: AppContext, ticket: string, cookie: string | undefined, from: SessionClient) {
  const row = await redeemTicket(ctx, ticket, 'login', cookie)
  if (!row) return null
  return ctx.transaction(async (tx) => {
    // The identity may have been unbound, or the account taken over, after the ticket was created. No session may start then.
    const account = await lockAccount(tx, row.user_id)
    const identities = await listIdentities(tx, row.user_id)
    if (!account || !identities.some((identity) => identity.provider === row.provider && identity.unbound_at === null))
      return null
    const token = await createSession(tx, account.user_id, { loginType: row.provider, from })
    return signedInReply(ctx, account, { token, loginType: row.provider, isNew: row.is_new })
  })
}

/**
 * Binds the identity of a ticket to the caller, who must have started the binding in the same browser. The account has a new
 * sign-in method, so the session gets a new token and the old one ends.
 */
export async function finishBind(
  ctx: AppContext,
  caller: Caller,
  { ticket, cookie, from }: { ticket: string; cookie: string | undefined; from: SessionClient },
) {
  const row = await redeemTicket(ctx, ticket, 'bind', cookie)
  const claims = row?.user_id === caller.userId ? decryptClaims(ctx, row) : null
  if (!row || !claims) return 'ticketGone'
  return ctx.transaction(async (tx) => {
    await lockIdentity(tx, claims)
    const account = await lockAccount(tx, caller.userId)
    if (!account) return 'ticketGone'
    const bound = await findBoundIdentity(tx, claims)
    if (bound && bound.user_id !== caller.userId) return 'taken'
    await bindIdentity(tx, caller.userId, row.provider, claims)
    const { token, loginType } = await rotateSession(tx, caller, from)
    return signedInReply(ctx, account, { token, loginType })
  })
}
