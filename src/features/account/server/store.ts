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

export async function countTries(ground: Ground, emailHash: Buffer, since: Date): Promise<number> {
  const { n } = await tables(ground)
    .selectFrom('sign_in_try')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('email_hash', '=', emailHash)
    .where('tried_at', '>', since)
    .executeTakeFirstOrThrow()
  return n
}

export async function recordTry(ground: Ground, emailHash: Buffer, forgetBefore: Date): Promise<void> {
  await tables(ground).insertInto('sign_in_try').values({ email_hash: emailHash, tried_at: ground.clock.now() }).execute()
  await tables(ground).deleteFrom('sign_in_try').where('tried_at', '<', forgetBefore).execute()
}

export async function forgetTries(ground: Ground, emailHash: Buffer): Promise<void> {
  await tables(ground).deleteFrom('sign_in_try').where('email_hash', '=', emailHash).execute()
}
