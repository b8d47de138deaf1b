import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'

export type AccountRow = {
  user_id: string
  email: string
  email_verified: boolean
  password_hash: string | null
  nickname: string
  avatar: string | null
  created_at: Date
  /** Whether this is the first account of the server, which manages it. */
  is_operator: boolean
}
export type SessionRow = {
  user_id: string
  session_id: string
  login_type: string
  client: 'web' | 'desktop'
  desktop_uuid: string | null
  network: string
  user_agent: string
  started_at: Date
  reauthenticated_at: Date
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  revoked_at: Date | null
}
type Tables = { account: AccountRow; session: SessionRow; erasure: { removed_user_id: string; requested_at: Date } }

/** Contains one row per account. */
export const ACCOUNT_TABLE = 'account'

const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

export const findAccount = async (ctx: AppContext, email: string) =>
  tables(ctx).selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()

/** Returns the ids of all accounts, oldest first. */
export const listAccountIds = async (ctx: AppContext): Promise<string[]> =>
  (await tables(ctx).selectFrom('account').select('user_id').orderBy('created_at').orderBy('user_id').execute()).map(
    ({ user_id }) => user_id,
  )

export const readAccount = async (ctx: AppContext, userId: string) =>
  tables(ctx).selectFrom('account').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Reads and locks the account until the transaction ends. Serializes changes of its password and sessions. */
export const lockAccount = async (tx: AppContext, userId: string) =>
  tables(tx).selectFrom('account').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()

/**
 * Takes a shared lock that prevents the removal of the account until the transaction ends. A transaction that writes several
 * kinds of rows of an account takes it before any of them, so that it runs completely before or after a removal.
 */
export const lockAccountForShare = async (tx: AppContext, userId: string): Promise<void> =>
  void (await tables(tx).selectFrom('account').select('user_id').where('user_id', '=', userId).forKeyShare().execute())

export async function hasAccounts(ctx: AppContext): Promise<boolean> {
  return (await tables(ctx).selectFrom('account').select('user_id').limit(1).executeTakeFirst()) !== undefined
}

/** Returns whether this account manages the server: it was the first one. */
export const isOperator = async (ctx: AppContext, userId: string): Promise<boolean> =>
  (await readAccount(ctx, userId))?.is_operator ?? false

/** Returns the e-mail addresses of the operators. */
export async function listOperatorEmails(ctx: AppContext): Promise<string[]> {
  const operators = tables(ctx).selectFrom('account').select('email').where('is_operator', '=', true)
  return (await operators.orderBy('created_at').orderBy('user_id').execute()).map(({ email }) => email)
}

/** Serializes sign-ups until the transaction ends. Does not block reads. */
export const lockAccountTable = async (tx: AppContext): Promise<void> =>
  void (await sql`lock table account in share row exclusive mode`.execute(tx.db))

export async function insertAccount(ctx: AppContext, row: AccountRow): Promise<void> {
  await tables(ctx).insertInto('account').values(row).execute()
}

export async function updateAccount(
  ctx: AppContext,
  userId: string,
  change: Partial<Pick<AccountRow, 'nickname' | 'avatar' | 'password_hash'>>,
): Promise<void> {
  await tables(ctx).updateTable('account').set(change).where('user_id', '=', userId).execute()
}

/** Deletes the account and all rows that reference it (`on delete cascade`). */
export async function deleteAccount(tx: AppContext, userId: string): Promise<void> {
  await tables(tx).deleteFrom('account').where('user_id', '=', userId).execute()
}

export async function insertErasure(tx: AppContext, userId: string): Promise<void> {
  await tables(tx).insertInto('erasure').values({ removed_user_id: userId, requested_at: tx.clock.now() }).execute()
}

/** Returns the ids of removed accounts whose audio files may still exist. */
export const listErasures = async (ctx: AppContext): Promise<string[]> =>
  (await tables(ctx).selectFrom('erasure').select('removed_user_id').orderBy('requested_at').execute()).map(
    (row) => row.removed_user_id,
  )

export async function deleteErasure(ctx: AppContext, userId: string): Promise<void> {
  await tables(ctx).deleteFrom('erasure').where('removed_user_id', '=', userId).execute()
}

export const markEmailVerified = async (tx: AppContext, userId: string): Promise<void> =>
  void (await tables(tx).updateTable('account').set({ email_verified: true }).where('user_id', '=', userId).execute())

export async function insertSession(ctx: AppContext, row: SessionRow): Promise<void> {
  await tables(ctx).insertInto('session').values(row).execute()
}

const sessionQuery = (ctx: AppContext, userId: string, sessionId: string) =>
  tables(ctx).selectFrom('session').selectAll().where('user_id', '=', userId).where('session_id', '=', sessionId)

export const readSession = async (ctx: AppContext, userId: string, sessionId: string) =>
  sessionQuery(ctx, userId, sessionId).executeTakeFirst()

export async function touchSession(ctx: AppContext, { user_id, session_id }: SessionRow): Promise<void> {
  await tables(ctx)
    .updateTable('session')
    .set({ last_seen_at: ctx.clock.now() })
    .where('user_id', '=', user_id)
    .where('session_id', '=', session_id)
    .execute()
}

/** Reads and locks the session until the transaction ends. */
export const lockSession = async (tx: AppContext, userId: string, sessionId: string) =>
  sessionQuery(tx, userId, sessionId).forUpdate().executeTakeFirst()

/** Returns the active sessions, newest first. */
export const listSessions = async (ctx: AppContext, userId: string): Promise<SessionRow[]> =>
  tables(ctx)
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('created_at', 'desc')
    .orderBy('session_id', 'desc')
    .limit(500)
    .execute()

export async function markSessionReauthenticated(ctx: AppContext, userId: string, sessionId: string): Promise<void> {
  await tables(ctx)
    .updateTable('session')
    .set({ reauthenticated_at: ctx.clock.now() })
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .execute()
}

/** Revokes a session. Returns false when it has already ended or does not belong to the user. */
export async function revokeSession(ctx: AppContext, userId: string, sessionId: string): Promise<boolean> {
  const now = ctx.clock.now()
  const { numUpdatedRows } = await tables(ctx)
    .updateTable('session')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Revokes every session of the user except `keepSessionId`, or all of them with `null`. */
export async function revokeSessions(ctx: AppContext, userId: string, keepSessionId: string | null): Promise<void> {
  await tables(ctx)
    .updateTable('session')
    .set({ revoked_at: ctx.clock.now() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(keepSessionId !== null, (query) => query.where('session_id', '!=', keepSessionId ?? ''))
    .execute()
}

/** Deletes sessions after their expiry. Their tokens are refused because of their `exp` claim. */
export const deleteExpiredSessions = async (ctx: AppContext): Promise<void> =>
  void (await tables(ctx).deleteFrom('session').where('expires_at', '<', ctx.clock.now()).execute())
