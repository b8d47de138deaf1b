import { type SqlBool, sql } from 'kysely'
import type { Ground } from '#platform/ground.ts'
import type { AccountRow, SessionRow } from './store.ts'

export type JourneyRow = {
  state_hash: Buffer
  cookie_hash: Buffer
  provider: string
  nonce: string
  verifier: string
  mode: 'login' | 'bind'
  user_id: string | null
  from_path: string
  words_sealed: Buffer | null
  expires_at: Date
}
export type TicketRow = {
  ticket_hash: Buffer
  cookie_hash: Buffer | null
  purpose: 'begin-bind' | 'login' | 'bind'
  user_id: string
  provider: string
  claimed_sealed: Buffer | null
  is_new: boolean
  expires_at: Date
}
export type IdentityRow = {
  user_id: string
  identity_id: string
  provider: string
  issuer: string
  subject: string
  email: string | null
  name: string | null
  refresh_sealed: Buffer | null
  linked_at: Date
  last_used_at: Date
  unbound_at: Date | null
  ending_at: Date | null
}
export type CodeRow = {
  request_id: string
  email: string
  user_id: string | null
  may_sign_up: boolean
  words_sealed: Buffer | null
  lang: string
  tries: number
  expires_at: Date
  used_at: Date | null
}
export type DesktopCodeRow = { code_hash: Buffer; user_id: string; session_id: string; desktop_uuid: string; expires_at: Date }
type Tables = {
  oidc_journey: JourneyRow
  login_ticket: TicketRow
  identity: IdentityRow
  email_code: CodeRow
  desktop_code: DesktopCodeRow
  account: AccountRow
  session: SessionRow
}

const tables = (ground: Ground) => ground.db.withTables<Tables>()

export const insertJourney = async (ground: Ground, row: JourneyRow): Promise<void> =>
  void (await tables(ground).insertInto('oidc_journey').values(row).execute())

/** Deletes the row and returns it, so that a state is valid only once. */
export const takeJourney = async (ground: Ground, stateHash: Buffer) =>
  tables(ground).deleteFrom('oidc_journey').where('state_hash', '=', stateHash).returningAll().executeTakeFirst()

export const insertTicket = async (ground: Ground, row: TicketRow): Promise<void> =>
  void (await tables(ground).insertInto('login_ticket').values(row).execute())

/** Deletes the ticket and returns it, so that it is valid only once, even if it is expired or has another purpose. */
export const takeTicket = async (ground: Ground, ticketHash: Buffer) =>
  tables(ground).deleteFrom('login_ticket').where('ticket_hash', '=', ticketHash).returningAll().executeTakeFirst()

/** Makes sign-ins with this identity, and bindings of it, run one after another until the transaction ends. */
export const lockIdentity = async (step: Ground, { issuer, subject }: Subject): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${issuer} ${subject}`}, 0))`.execute(step.db))

type Subject = { issuer: string; subject: string }

const boundAs = (ground: Ground, { issuer, subject }: Subject) =>
  tables(ground)
    .selectFrom('identity')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('unbound_at', 'is', null)

export const findBound = async (ground: Ground, who: Subject) => boundAs(ground, who).executeTakeFirst()

/** The same, locked until the transaction ends. A concurrent unbinding waits; an identity that was just unbound is not found. */
export const lockBound = async (step: Ground, who: Subject) => boundAs(step, who).forUpdate().executeTakeFirst()

/** The row of this identity that belongs to the user, bound or unbound, unless it is being deleted. */
export const findOwn = async (ground: Ground, userId: string, { issuer, subject }: { issuer: string; subject: string }) =>
  tables(ground)
    .selectFrom('identity')
    .selectAll()
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('ending_at', 'is', null)
    .orderBy(sql`unbound_at is not null`)
    .limit(1)
    .executeTakeFirst()

export const insertIdentity = async (ground: Ground, row: IdentityRow): Promise<void> =>
  void (await tables(ground).insertInto('identity').values(row).execute())

export const changeIdentity = async (ground: Ground, identityId: string, to: Partial<IdentityRow>): Promise<void> =>
  void (await tables(ground).updateTable('identity').set(to).where('identity_id', '=', identityId).execute())

export const deleteIdentity = async (ground: Ground, identityId: string): Promise<void> =>
  void (await tables(ground).deleteFrom('identity').where('identity_id', '=', identityId).execute())

export const readIdentity = async (ground: Ground, userId: string, identityId: string) =>
  tables(ground)
    .selectFrom('identity')
    .selectAll()
    .where('user_id', '=', userId)
    .where('identity_id', '=', identityId)
    .executeTakeFirst()

/** Identities of the user, oldest first. Includes those being deleted only if `include` is 'ending'. */
export async function identitiesOf(ground: Ground, userId: string, also: 'ending' | '' = ''): Promise<IdentityRow[]> {
  const all = tables(ground).selectFrom('identity').selectAll().where('user_id', '=', userId).orderBy('linked_at')
  return (also ? all : all.where('ending_at', 'is', null)).orderBy('identity_id').execute()
}

/** Returns how many identities can be used to sign in. */
export async function countBound(ground: Ground, userId: string): Promise<number> {
  const bound = await identitiesOf(ground, userId)
  return bound.filter(({ unbound_at }) => unbound_at === null).length
}

/** Unbinds all identities of the account, so that none of them can be used to sign in. */
export const unbindAll = async (step: Ground, userId: string): Promise<void> =>
  void (await tables(step)
    .updateTable('identity')
    .set({ unbound_at: step.clock.now() })
    .where('user_id', '=', userId)
    .where('unbound_at', 'is', null)
    .execute())

/** Deletes the pending tickets, OIDC states and desktop codes of the user. */
export async function forgetWords(step: Ground, userId: string): Promise<void> {
  await tables(step).deleteFrom('login_ticket').where('user_id', '=', userId).execute()
  await tables(step).deleteFrom('oidc_journey').where('user_id', '=', userId).execute()
  await tables(step).deleteFrom('desktop_code').where('user_id', '=', userId).execute()
}

/** Marks the address as verified and removes the password that was set before. */
export const markProved = async (step: Ground, userId: string): Promise<void> =>
  void (await tables(step)
    .updateTable('account')
    .set({ email_verified: true, password_hash: null })
    .where('user_id', '=', userId)
    .execute())

export const insertCode = async (ground: Ground, row: CodeRow): Promise<void> =>
  void (await tables(ground).insertInto('email_code').values(row).execute())

export const readCode = async (ground: Ground, requestId: string) =>
  tables(ground).selectFrom('email_code').selectAll().where('request_id', '=', requestId).executeTakeFirst()

/**
 * Counts one attempt before the code is compared. Returns undefined when no attempt is left, or the code belongs to another user,
 * is used, expired or unknown.
 */
export const countTry = async (ground: Ground, requestId: string, userId: string | null, most: number) =>
  tables(ground)
    .updateTable('email_code')
    .set({ tries: sql<number>`tries + 1` })
    .where('request_id', '=', requestId)
    .where(sql<SqlBool>`user_id is not distinct from ${userId}`)
    .where('tries', '<', most)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ground.clock.now())
    .returningAll()
    .executeTakeFirst()

/** Returns false when another call has used the code already. */
export async function markUsed(ground: Ground, requestId: string): Promise<boolean> {
  const { numUpdatedRows } = await tables(ground)
    .updateTable('email_code')
    .set({ used_at: ground.clock.now() })
    .where('request_id', '=', requestId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes the codes sent to an address. */
export const forgetCodesOf = async (ground: Ground, email: string): Promise<void> =>
  void (await tables(ground).deleteFrom('email_code').where('email', '=', email).execute())

export const insertDesktopCode = async (ground: Ground, row: DesktopCodeRow): Promise<void> =>
  void (await tables(ground).insertInto('desktop_code').values(row).execute())

export const takeDesktopCode = async (ground: Ground, codeHash: Buffer) =>
  tables(ground).deleteFrom('desktop_code').where('code_hash', '=', codeHash).returningAll().executeTakeFirst()

/** Revokes the user's sessions of one desktop program. */
export const revokeDesktopSessions = async (step: Ground, userId: string, desktopUuid: string): Promise<void> =>
  void (await tables(step)
    .updateTable('session')
    .set({ revoked_at: step.clock.now() })
    .where('user_id', '=', userId)
    .where('desktop_uuid', '=', desktopUuid)
    .where('revoked_at', 'is', null)
    .execute())

/** Deletes expired states, tickets and codes. */
export async function forgetExpired(ground: Ground): Promise<void> {
  const now = ground.clock.now()
  await tables(ground).deleteFrom('oidc_journey').where('expires_at', '<', now).execute()
  await tables(ground).deleteFrom('login_ticket').where('expires_at', '<', now).execute()
  await tables(ground).deleteFrom('email_code').where('expires_at', '<', now).execute()
  await tables(ground).deleteFrom('desktop_code').where('expires_at', '<', now).execute()
}
