import { z } from 'zod'
import { seconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { ProviderIdentity } from '#platform/identity/identity.ts'
import { isSameBrowser } from './browserCookie.ts'
import { hashToken, oneTimeToken } from '#platform/crypto/oneTimeToken.ts'
import { type TicketRow, insertTicket, consumeTicket } from '../storeSignInMethods.ts'

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
    claimed_sealed: content.claims
      ? ctx.secrets.fieldEncryption.encrypt(JSON.stringify(content.claims), ticketContext(hash))
      : null,
    is_new: content.isNew ?? false,
    expires_at: new Date(ctx.clock.now().getTime() + TICKET_LIFETIME),
  })
  return ticket
}

/** Redeems a ticket once, in the browser it was created for. Otherwise returns null; the ticket is consumed either way. */
export async function redeemTicket(ctx: AppContext, ticket: string, purpose: 'login' | 'bind', cookie: string | undefined) {
  const row = await consumeTicket(ctx, hashToken(ticket))
  if (!row || row.purpose !== purpose || row.expires_at <= ctx.clock.now()) return null
  return isSameBrowser(cookie, ctx.config.publicUrl, row.cookie_hash) ? row : null
}

/** Decrypts the identity claims of a ticket for binding. */
export function decryptClaims(ctx: AppContext, row: TicketRow): ProviderIdentity | null {
  const text = row.claimed_sealed && ctx.secrets.fieldEncryption.decrypt(row.claimed_sealed, ticketContext(row.ticket_hash))
  return text ? claimsSchema.parse(JSON.parse(text)) : null
}

const ticketContext = (hash: Buffer): string => `ticket:${hash.toString('base64url')}`
