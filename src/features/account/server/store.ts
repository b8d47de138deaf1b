import { sql } from 'kysely'
import type { Ground } from '#platform/ground.ts'

export type AccountRow = { user_id: string; email: string; password_hash: string | null; nickname: string; created_at: Date }
export type SessionRow = {
  user_id: string
  session_id: string
  login_type: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  revoked_at: Date | null
}
type Tables = { account: AccountRow; session: SessionRow; sign_in_try: { email_hash: Buffer; tried_at: Date } }

const tables = (ground: Ground) => ground.db.withTables<Tables>()

export const findAccount = async (ground: Ground, email: string) =>
  tables(ground).selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()

export const readAccount = async (ground: Ground, userId: string) =>
  tables(ground).selectFrom('account').selectAll().where('user_id', '=', userId).executeTakeFirst()

export async function hasAccounts(ground: Ground): Promise<boolean> {
  return (await tables(ground).selectFrom('account').select('user_id').limit(1).executeTakeFirst()) !== undefined
}

/** One sign-up after another until the step ends; reading goes on. */
export const lockAccounts = async (step: Ground): Promise<void> =>
  void (await sql`lock table account in share row exclusive mode`.execute(step.db))

/** False when the e-mail is taken. */
export async function insertAccount(ground: Ground, row: AccountRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(ground)
    .insertInto('account')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function insertSession(ground: Ground, row: SessionRow): Promise<void> {
  await tables(ground).insertInto('session').values(row).execute()
}

export const readSession = async (ground: Ground, userId: string, sessionId: string) =>
  tables(ground)
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()

export async function touchSession(ground: Ground, { user_id, session_id }: SessionRow): Promise<void> {
  await tables(ground)
    .updateTable('session')
    .set({ last_seen_at: ground.clock.now() })
    .where('user_id', '=', user_id)
    .where('session_id', '=', session_id)
    .execute()
}

export async function revokeSession(ground: Ground, userId: string, sessionId: string): Promise<void> {
  await tables(ground)
    .updateTable('session')
    .set({ revoked_at: ground.clock.now() })
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .execute()
}

/** Records a try; false, and nothing recorded, when there have been `most` since then. One after another for each address. */
export async function recordTry(
  ground: Ground,
  emailHash: Buffer,
  { since, most }: { since: Date; most: number },
): Promise<boolean> {
  await tables(ground).deleteFrom('sign_in_try').where('tried_at', '<=', since).execute()
  return ground.inOneStep(async (step) => {
    await sql`select pg_advisory_xact_lock(${emailHash.readBigInt64BE().toString()}::bigint)`.execute(step.db)
    const { n } = await tables(step)
      .selectFrom('sign_in_try')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('email_hash', '=', emailHash)
      .where('tried_at', '>', since)
      .executeTakeFirstOrThrow()
    if (n >= most) return false
    await tables(step).insertInto('sign_in_try').values({ email_hash: emailHash, tried_at: step.clock.now() }).execute()
    return true
  })
}

export async function forgetTries(ground: Ground, emailHash: Buffer): Promise<void> {
  await tables(ground).deleteFrom('sign_in_try').where('email_hash', '=', emailHash).execute()
}
