import { type SqlBool, sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import type { AccountRow, SessionRow } from './store.ts'

export type OidcStateRow = {
  state_hash: Buffer
  cookie_hash: Buffer
  provider: string
  nonce: string
  verifier: string
  mode: 'login' | 'bind'
  user_id: string | null
  from_path: string
  sign_up_tokens_encrypted: Buffer | null
  expires_at: Date
}
export type TicketRow = {
  ticket_hash: Buffer
  cookie_hash: Buffer | null
  purpose: 'begin-bind' | 'login' | 'bind'
  user_id: string
  provider: string
  claims_encrypted: Buffer | null
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
  refresh_token_encrypted: Buffer | null
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
  sign_up_tokens_encrypted: Buffer | null
  lang: string
  tries: number
  expires_at: Date
  used_at: Date | null
}
export type DesktopCodeRow = { code_hash: Buffer; user_id: string; session_id: string; desktop_uuid: string; expires_at: Date }
type Tables = {
  oidc_state: OidcStateRow
  login_ticket: TicketRow
  identity: IdentityRow
  email_code: CodeRow
  desktop_code: DesktopCodeRow
  account: AccountRow
  session: SessionRow
}

const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

export const insertOidcState = async (ctx: AppContext, row: OidcStateRow): Promise<void> =>
  void (await tables(ctx).insertInto('oidc_state').values(row).execute())

/** Deletes the row and returns it, so that a state is valid only once. */
export const consumeOidcState = async (ctx: AppContext, stateHash: Buffer) =>
  tables(ctx).deleteFrom('oidc_state').where('state_hash', '=', stateHash).returningAll().executeTakeFirst()

export const insertTicket = async (ctx: AppContext, row: TicketRow): Promise<void> =>
  void (await tables(ctx).insertInto('login_ticket').values(row).execute())

/** Deletes the ticket and returns it, so that it is valid only once, even if it is expired or has another purpose. */
export const consumeTicket = async (ctx: AppContext, ticketHash: Buffer) =>
  tables(ctx).deleteFrom('login_ticket').where('ticket_hash', '=', ticketHash).returningAll().executeTakeFirst()

/** Serializes sign-ins with this identity, and bindings of it, until the transaction ends. */
export const lockIdentity = async (tx: AppContext, { issuer, subject }: Subject): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${issuer} ${subject}`}, 0))`.execute(tx.db))

type Subject = { issuer: string; subject: string }

const boundIdentityQuery = (ctx: AppContext, { issuer, subject }: Subject) =>
  tables(ctx)
    .selectFrom('identity')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('unbound_at', 'is', null)

export const findBoundIdentity = async (ctx: AppContext, subject: Subject) => boundIdentityQuery(ctx, subject).executeTakeFirst()

/**
 * Like the function above, but locks the row until the transaction ends. A concurrent unbinding waits; an identity that was just
 * unbound is not found.
 */
export const lockBoundIdentity = async (tx: AppContext, subject: Subject) =>
  boundIdentityQuery(tx, subject).forUpdate().executeTakeFirst()

/** Returns the identity if it belongs to the user, bound or unbound, unless it is being deleted. */
export const findOwnIdentity = async (
  ctx: AppContext,
  userId: string,
  { issuer, subject }: { issuer: string; subject: string },
) =>
  tables(ctx)
    .selectFrom('identity')
    .selectAll()
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('ending_at', 'is', null)
    .orderBy(sql`unbound_at is not null`)
    .limit(1)
    .executeTakeFirst()

export const insertIdentity = async (ctx: AppContext, row: IdentityRow): Promise<void> =>
  void (await tables(ctx).insertInto('identity').values(row).execute())

export const updateIdentity = async (ctx: AppContext, identityId: string, changes: Partial<IdentityRow>): Promise<void> =>
  void (await tables(ctx).updateTable('identity').set(changes).where('identity_id', '=', identityId).execute())

export const deleteIdentity = async (ctx: AppContext, identityId: string): Promise<void> =>
  void (await tables(ctx).deleteFrom('identity').where('identity_id', '=', identityId).execute())

export const readIdentity = async (ctx: AppContext, userId: string, identityId: string) =>
  tables(ctx)
    .selectFrom('identity')
    .selectAll()
    .where('user_id', '=', userId)
    .where('identity_id', '=', identityId)
    .executeTakeFirst()

/** Returns the identities of the user, oldest first, including those being deleted if `include` is 'ending'. */
export async function listIdentities(ctx: AppContext, userId: string, include: 'ending' | '' = ''): Promise<IdentityRow[]> {
  const query = tables(ctx).selectFrom('identity').selectAll().where('user_id', '=', userId).orderBy('linked_at')
  return (include ? query : query.where('ending_at', 'is', null)).orderBy('identity_id').execute()
}

/** Returns how many identities can be used to sign in. */
export async function countBoundIdentities(ctx: AppContext, userId: string): Promise<number> {
  const bound = await listIdentities(ctx, userId)
  return bound.filter(({ unbound_at }) => unbound_at === null).length
}

/** Returns whether an identity provider has given the name of the user. */
export const hasNamedIdentity = async (ctx: AppContext, userId: string): Promise<boolean> =>
  (await listIdentities(ctx, userId)).some(({ name }) => name !== null && name !== '')

/** Unbinds all identities of the account, so that none of them can be used to sign in. */
export const unbindAllIdentities = async (tx: AppContext, userId: string): Promise<void> =>
  void (await tables(tx)
    .updateTable('identity')
    .set({ unbound_at: tx.clock.now() })
    .where('user_id', '=', userId)
    .where('unbound_at', 'is', null)
    .execute())

/** Deletes the pending tickets, OIDC states and desktop codes of the user. */
export async function deletePendingSignIns(tx: AppContext, userId: string): Promise<void> {
  await tables(tx).deleteFrom('login_ticket').where('user_id', '=', userId).execute()
  await tables(tx).deleteFrom('oidc_state').where('user_id', '=', userId).execute()
  await tables(tx).deleteFrom('desktop_code').where('user_id', '=', userId).execute()
}

/** Marks the address as verified and removes the password that was set before. */
export const verifyEmailAndClearPassword = async (tx: AppContext, userId: string): Promise<void> =>
  void (await tables(tx)
    .updateTable('account')
    .set({ email_verified: true, password_hash: null })
    .where('user_id', '=', userId)
    .execute())

export const insertCode = async (ctx: AppContext, row: CodeRow): Promise<void> =>
  void (await tables(ctx).insertInto('email_code').values(row).execute())

export const readCode = async (ctx: AppContext, requestId: string) =>
  tables(ctx).selectFrom('email_code').selectAll().where('request_id', '=', requestId).executeTakeFirst()

/**
 * Counts one attempt before the code is compared. Returns undefined when no attempt is left, or the code belongs to another user,
 * is used, expired or unknown.
 */
export const countCodeAttempt = async (ctx: AppContext, requestId: string, userId: string | null, maxAttempts: number) =>
  tables(ctx)
    .updateTable('email_code')
    .set({ tries: sql<number>`tries + 1` })
    .where('request_id', '=', requestId)
    .where(sql<SqlBool>`user_id is not distinct from ${userId}`)
    .where('tries', '<', maxAttempts)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .returningAll()
    .executeTakeFirst()

/** Marks a code as used. Returns false when another call has already used it. */
export async function markCodeUsed(ctx: AppContext, requestId: string): Promise<boolean> {
  const { numUpdatedRows } = await tables(ctx)
    .updateTable('email_code')
    .set({ used_at: ctx.clock.now() })
    .where('request_id', '=', requestId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes the codes sent to an address. */
export const deleteCodesOf = async (ctx: AppContext, email: string): Promise<void> =>
  void (await tables(ctx).deleteFrom('email_code').where('email', '=', email).execute())

export const insertDesktopCode = async (ctx: AppContext, row: DesktopCodeRow): Promise<void> =>
  void (await tables(ctx).insertInto('desktop_code').values(row).execute())

export const consumeDesktopCode = async (ctx: AppContext, codeHash: Buffer) =>
  tables(ctx).deleteFrom('desktop_code').where('code_hash', '=', codeHash).returningAll().executeTakeFirst()

/** Revokes the user's sessions of one desktop program. */
export const revokeDesktopSessions = async (tx: AppContext, userId: string, desktopUuid: string): Promise<void> =>
  void (await tables(tx)
    .updateTable('session')
    .set({ revoked_at: tx.clock.now() })
    .where('user_id', '=', userId)
    .where('desktop_uuid', '=', desktopUuid)
    .where('revoked_at', 'is', null)
    .execute())

/** Deletes expired states, tickets and codes. */
export async function deleteExpiredSignIns(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now()
  await tables(ctx).deleteFrom('oidc_state').where('expires_at', '<', now).execute()
  await tables(ctx).deleteFrom('login_ticket').where('expires_at', '<', now).execute()
  await tables(ctx).deleteFrom('email_code').where('expires_at', '<', now).execute()
  await tables(ctx).deleteFrom('desktop_code').where('expires_at', '<', now).execute()
}
