import { sql } from 'kysely'
import type { Ground } from '#platform/ground.ts'

export type AccountRow = {
  user_id: string
  email: string
  email_verified: boolean
  password_hash: string | null
  nickname: string
  avatar: string | null
  created_at: Date
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
  proved_at: Date
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  revoked_at: Date | null
}
type Tables = { account: AccountRow; session: SessionRow; erasure: { gone_id: string; asked_at: Date } }

const tables = (ground: Ground) => ground.db.withTables<Tables>()

export const findAccount = async (ground: Ground, email: string) =>
  tables(ground).selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()

export const readAccount = async (ground: Ground, userId: string) =>
  tables(ground).selectFrom('account').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Reads the account and locks it until the transaction ends. Changes of its password and sessions run one after another. */
export const lockAccount = async (step: Ground, userId: string) =>
  tables(step).selectFrom('account').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()

/**
 * Takes a shared lock that prevents the removal of the account until the transaction ends. A transaction that writes several
 * kinds of rows of an account takes it before any of them, so that it runs completely before or after a removal.
 */
export const holdAccount = async (step: Ground, userId: string): Promise<void> =>
  void (await tables(step).selectFrom('account').select('user_id').where('user_id', '=', userId).forKeyShare().execute())

export async function hasAccounts(ground: Ground): Promise<boolean> {
  return (await tables(ground).selectFrom('account').select('user_id').limit(1).executeTakeFirst()) !== undefined
}

/** Makes sign-ups run one after another until the transaction ends. Reads are not blocked. */
export const lockAccounts = async (step: Ground): Promise<void> =>
  void (await sql`lock table account in share row exclusive mode`.execute(step.db))

export async function insertAccount(ground: Ground, row: AccountRow): Promise<void> {
  await tables(ground).insertInto('account').values(row).execute()
}

export async function updateAccount(
  ground: Ground,
  userId: string,
  change: Partial<Pick<AccountRow, 'nickname' | 'avatar' | 'password_hash'>>,
): Promise<void> {
  await tables(ground).updateTable('account').set(change).where('user_id', '=', userId).execute()
}

/** Deletes the account and all rows that reference it (`on delete cascade`). */
export async function deleteAccount(step: Ground, userId: string): Promise<void> {
  await tables(step).deleteFrom('account').where('user_id', '=', userId).execute()
}

export async function insertErasure(step: Ground, userId: string): Promise<void> {
  await tables(step).insertInto('erasure').values({ gone_id: userId, asked_at: step.clock.now() }).execute()
}

/** Ids of removed accounts whose audio files may still exist. */
export const listErasures = async (ground: Ground): Promise<string[]> =>
  (await tables(ground).selectFrom('erasure').select('gone_id').orderBy('asked_at').execute()).map((row) => row.gone_id)

export async function deleteErasure(ground: Ground, userId: string): Promise<void> {
  await tables(ground).deleteFrom('erasure').where('gone_id', '=', userId).execute()
}

export const markVerified = async (step: Ground, userId: string): Promise<void> =>
  void (await tables(step).updateTable('account').set({ email_verified: true }).where('user_id', '=', userId).execute())

export async function insertSession(ground: Ground, row: SessionRow): Promise<void> {
  await tables(ground).insertInto('session').values(row).execute()
}

const oneSession = (ground: Ground, userId: string, sessionId: string) =>
  tables(ground).selectFrom('session').selectAll().where('user_id', '=', userId).where('session_id', '=', sessionId)

export const readSession = async (ground: Ground, userId: string, sessionId: string) =>
  oneSession(ground, userId, sessionId).executeTakeFirst()

export async function touchSession(ground: Ground, { user_id, session_id }: SessionRow): Promise<void> {
  await tables(ground)
    .updateTable('session')
    .set({ last_seen_at: ground.clock.now() })
    .where('user_id', '=', user_id)
    .where('session_id', '=', session_id)
    .execute()
}

/** Reads the session and locks it until the transaction ends. */
export const lockSession = async (step: Ground, userId: string, sessionId: string) =>
  oneSession(step, userId, sessionId).forUpdate().executeTakeFirst()

/** Active sessions, newest first. */
export const listSessions = async (ground: Ground, userId: string): Promise<SessionRow[]> =>
  tables(ground)
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ground.clock.now())
    .orderBy('created_at', 'desc')
    .orderBy('session_id', 'desc')
    .limit(500)
    .execute()

export async function proveSession(ground: Ground, userId: string, sessionId: string): Promise<void> {
  await tables(ground)
    .updateTable('session')
    .set({ proved_at: ground.clock.now() })
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .execute()
}

/** Returns false when the session has already ended or does not belong to the user. */
export async function revokeSession(ground: Ground, userId: string, sessionId: string): Promise<boolean> {
  const now = ground.clock.now()
  const { numUpdatedRows } = await tables(ground)
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
export async function revokeSessions(ground: Ground, userId: string, keep: string | null): Promise<void> {
  await tables(ground)
    .updateTable('session')
    .set({ revoked_at: ground.clock.now() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(keep !== null, (all) => all.where('session_id', '!=', keep ?? ''))
    .execute()
}

/** Deletes sessions after their expiry. Their tokens are refused because of their `exp` claim. */
export const forgetSessions = async (ground: Ground): Promise<void> =>
  void (await tables(ground).deleteFrom('session').where('expires_at', '<', ground.clock.now()).execute())
