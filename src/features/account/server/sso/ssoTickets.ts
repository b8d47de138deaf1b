import { z } from 'zod'
import { seconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { ProviderIdentity } from '#platform/identity/identity.ts'
import { isSameBrowser } from './browserCookie.ts'
import { hashToken, oneTimeToken } from '#platform/crypto/hashes.ts'
import {
  type TicketRow,
  insertTicket,
  consumeTicket,
  findBoundIdentity,
  listIdentities,
  lockIdentity,
} from '../storeSignInMethods.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createSession, rotateSession } from '../sessions/sessions.ts'
import type { ClientInfo } from '../sign-up/signUp.ts'
import { signedInReply } from '../sessions/knownDevices.ts'
import { bindIdentity } from './findOrCreateAccount.ts'
import { lockAccount } from '../store.ts'

/** The page redeems its ticket immediately. */
const TICKET_LIFETIME = seconds(60)

const claimsSchema: z.ZodType<ProviderIdentity> = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  emailTrusted: z.boolean(),
  name: z.string().nullable(),
  refreshToken: z.string().nullable(),
})

/** Stores `content` under a new ticket and returns the ticket. Only its hash is stored. */
export async function createTicket(
  ctx: AppContext,
  content: {
    purpose: TicketRow['purpose']
    userId: string
    provider: string
    cookieHash?: Buffer
    claims?: ProviderIdentity
    isNew?: boolean
  },
): Promise<string> {
  const { token: ticket, hash } = oneTimeToken()
  await insertTicket(ctx, {
    ticket_hash: hash,
    cookie_hash: content.cookieHash ?? null,
    purpose: content.purpose,
    user_id: content.userId,
    provider: content.provider,
    claims_encrypted: content.claims
      ? ctx.secrets.fieldEncryption.encrypt(JSON.stringify(content.claims), ticketContext(hash))
      : null,
    is_new: content.isNew ?? false,
    expires_at: new Date(ctx.clock.now().getTime() + TICKET_LIFETIME),
  })
  return ticket
}

/** Redeems a ticket once, in the browser it was created for. Otherwise returns null; the ticket is consumed either way. */
async function redeemTicket(ctx: AppContext, ticket: string, purpose: 'login' | 'bind', cookie: string | undefined) {
  const row = await consumeTicket(ctx, hashToken(ticket))
  if (!row || row.purpose !== purpose || row.expires_at <= ctx.clock.now()) return null
  return isSameBrowser(cookie, ctx.config.publicUrl, row.cookie_hash) ? row : null
}

/** Decrypts the identity claims of a ticket for binding. */
function decryptClaims(ctx: AppContext, row: TicketRow): ProviderIdentity | null {
  const text = row.claims_encrypted && ctx.secrets.fieldEncryption.decrypt(row.claims_encrypted, ticketContext(row.ticket_hash))
  return text ? claimsSchema.parse(JSON.parse(text)) : null
}

const ticketContext = (hash: Buffer): string => `ticket:${hash.toString('base64url')}`

type SessionClient = ClientInfo & { userAgent: string }

/** Exchanges a login ticket for a session. Refuses a ticket that is expired, used, or was created for another browser. */
export async function signInWithTicket(ctx: AppContext, ticket: string, cookie: string | undefined, from: SessionClient) {
  const refusal = { refused: 'ticketExpired' } as const
  const row = await redeemTicket(ctx, ticket, 'login', cookie)
  if (!row) return refusal
  return ctx.transaction(async (tx) => {
    // The identity may have been unbound, or the account taken over, after the ticket was created. No session may start then.
    const account = await lockAccount(tx, row.user_id)
    const identities = await listIdentities(tx, row.user_id)
    if (!account || !identities.some((identity) => identity.provider === row.provider && identity.unbound_at === null))
      return refusal
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
  if (!row || !claims) return { refused: 'ticketExpired' } as const
  return ctx.transaction(async (tx) => {
    await lockIdentity(tx, claims)
    const account = await lockAccount(tx, caller.userId)
    if (!account) return { refused: 'ticketExpired' } as const
    const bound = await findBoundIdentity(tx, claims)
    if (bound && bound.user_id !== caller.userId) return { refused: 'taken' } as const
    await bindIdentity(tx, caller.userId, row.provider, claims)
    const { token, loginType } = await rotateSession(tx, caller, from)
    return signedInReply(ctx, account, { token, loginType })
  })
}
