import { createHmac } from 'node:crypto'
import type { AppContext } from '#platform/context.ts'
import { readAccountProfile } from '#features/account/server.ts'
import { listMemberships } from './store.ts'
import { findClaims, insertClaims } from './storeTrials.ts'

/** Returns whether this person has had a free trial, including through another account with the same verified address. */
export async function hasClaimedTrial(ctx: AppContext, userId: string): Promise<boolean> {
  const memberships = await listMemberships(ctx, userId)
  if (memberships.some(({ source }) => source === 'trial')) return true
  return (await findClaims(ctx, await hashPerson(ctx, userId))).length > 0
}

/**
 * Records a free trial for the user, the verified address and the card. Returns false when the card was used for another trial: the
 * card is known only after the trial has begun. Recording the same trial again has no effect.
 */
export async function recordTrial(
  tx: AppContext,
  { userId, subscriptionId, card }: { userId: string; subscriptionId: string; card: string | null },
): Promise<boolean> {
  const cardHashes = card === null ? [] : [hash(tx, `card:${card}`)]
  const hashes = [...(await hashPerson(tx, userId)), ...cardHashes]
  // Of two concurrent claims, the second one waits here. Sorting prevents a deadlock.
  await insertClaims(tx, hashes.toSorted(Buffer.compare), subscriptionId)
  const claims = await findClaims(tx, cardHashes)
  return claims.every(({ source_ref }) => source_ref === subscriptionId)
}

async function hashPerson(ctx: AppContext, userId: string): Promise<Buffer[]> {
  const { email, emailVerified, isRelay } = await readAccountProfile(ctx, userId)
  const hashes = [hash(ctx, `user:${userId}`)]
  return emailVerified && !isRelay ? [...hashes, hash(ctx, `email:${toMailbox(email)}`)] : hashes
}

/** Keyed, so that addresses cannot be guessed from the table. */
const hash = (ctx: AppContext, text: string): Buffer =>
  createHmac('sha256', ctx.secrets.setupKey).update(`trial ${text}`).digest()

/** Domains that ignore dots in mailbox names. */
const DOTLESS_DOMAINS = new Set(['gmail.com', 'googlemail.com'])

/** Returns the mailbox of an address: `Ana.Silva+news@Gmail.com` and `anasilva@gmail.com` have the same one. */
export function toMailbox(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split(/@(?=[^@]*$)/)
  const withoutTag = name.replace(/\+.*$/, '')
  const isDotless = DOTLESS_DOMAINS.has(domain)
  return `${isDotless ? withoutTag.replaceAll('.', '') : withoutTag}@${isDotless ? 'gmail.com' : domain}`
}
