import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { readAccountProfile } from '../accountProfile.ts'
import { type SessionRow, listSessions } from '../store.ts'
import { type ConsentRow, listConsents } from './storeConsents.ts'
import { type InvitationRow, listInvitations } from '../sign-up/storeInvitations.ts'
import { type IdentityRow, listIdentities } from '../storeSignInMethods.ts'

/**
 * Returns the account data of a user as plain JSON for the personal data export. Times are Unix seconds. It contains no
 * credentials: no hashes, tokens or encrypted fields. Throws NotFound.
 */
export async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const { email, emailVerified, nickname, avatar, createdAt, country } = await readAccountProfile(ctx, userId)
  const [identities, sessions, consents, invitations] = await Promise.all([
    listIdentities(ctx, userId),
    listSessions(ctx, userId),
    listConsents(ctx, userId),
    listInvitations(ctx, userId, new Date(0)),
  ])
  return {
    person: { id: userId, email, email_verified: emailVerified, nickname, avatar, country, created_at: unixSeconds(createdAt) },
    identities: identities.map(toIdentity),
    sessions: sessions.map(toSession),
    consents: consents.map(toConsent),
    invitations: invitations.map(toInvitation),
  }
}

const toIdentity = (row: IdentityRow) => ({
  provider: row.provider,
  issuer: row.issuer,
  subject: row.subject,
  email: row.email,
  name: row.name,
  linked_at: unixSeconds(row.linked_at),
  last_used_at: unixSeconds(row.last_used_at),
  unbound_at: row.unbound_at && unixSeconds(row.unbound_at),
})

const toSession = (row: SessionRow) => ({
  login_type: row.login_type,
  client: row.client,
  network: row.network,
  user_agent: row.user_agent,
  created_at: unixSeconds(row.created_at),
  last_seen_at: unixSeconds(row.last_seen_at),
  expires_at: unixSeconds(row.expires_at),
})

const toConsent = (row: ConsentRow) => ({
  country: row.country,
  privacy_version: row.privacy_version,
  is_marketing_agreement: row.is_marketing_agreement,
  source: row.source,
  agreed_at: unixSeconds(row.agreed_at),
})

const toInvitation = (row: InvitationRow) => ({
  created_at: unixSeconds(row.created_at),
  expires_at: unixSeconds(row.expires_at),
  used_at: row.used_at && unixSeconds(row.used_at),
})
