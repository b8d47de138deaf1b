import { z } from 'zod'
import { seconds } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import type { Claimed } from '#platform/identity/identity.ts'
import { isSameBrowser } from './cookies.ts'
import { hashOfWord, oneTimeWord } from '#platform/oneTimeWord.ts'
import { type TicketRow, insertTicket, takeTicket } from './storeWays.ts'

/** The page redeems its ticket immediately. */
const TICKET_LIFE = seconds(60)

const Kept: z.ZodType<Claimed> = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  emailTrusted: z.boolean(),
  name: z.string().nullable(),
  refreshToken: z.string().nullable(),
})

/** Stores `content` under a new ticket and returns the ticket. Only its hash is stored. */
export async function keepTicket(
  ground: Ground,
  kept: {
    purpose: TicketRow['purpose']
    userId: string
    provider: string
    cookieHash?: Buffer
    claimed?: Claimed
    isNew?: boolean
  },
): Promise<string> {
  const { word, hash } = oneTimeWord()
  await insertTicket(ground, {
    ticket_hash: hash,
    cookie_hash: kept.cookieHash ?? null,
    purpose: kept.purpose,
    user_id: kept.userId,
    provider: kept.provider,
    claimed_sealed: kept.claimed ? ground.secrets.field.seal(JSON.stringify(kept.claimed), aboutTicket(hash)) : null,
    is_new: kept.isNew ?? false,
    expires_at: new Date(ground.clock.now().getTime() + TICKET_LIFE),
  })
  return word
}

/** Redeems a ticket once, in the browser it was created for. Otherwise returns null; the ticket is consumed either way. */
export async function tradeTicket(ground: Ground, ticket: string, purpose: 'login' | 'bind', cookie: string | undefined) {
  const row = await takeTicket(ground, hashOfWord(ticket))
  if (!row || row.purpose !== purpose || row.expires_at <= ground.clock.now()) return null
  return isSameBrowser(cookie, ground.config.publicUrl, row.cookie_hash) ? row : null
}

/** Decrypts the identity claims of a ticket for binding. */
export function claimedOf(ground: Ground, row: TicketRow): Claimed | null {
  const text = row.claimed_sealed && ground.secrets.field.open(row.claimed_sealed, aboutTicket(row.ticket_hash))
  return text ? Kept.parse(JSON.parse(text)) : null
}

const aboutTicket = (hash: Buffer): string => `ticket:${hash.toString('base64url')}`
