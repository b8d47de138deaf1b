import type { AppContext } from '#platform/context.ts'

export type WelcomeRecord = { user_id: string; file_id: string | null; made_at: Date }

const tables = (ctx: AppContext) => ctx.db.withTables<{ welcome: WelcomeRecord }>()

export const readWelcome = async (ctx: AppContext, userId: string): Promise<WelcomeRecord | undefined> =>
  tables(ctx).selectFrom('welcome').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Returns false when the account has already received the sample recording. */
export async function insertWelcome(tx: AppContext, row: WelcomeRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('welcome')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function setWelcomeFile(tx: AppContext, userId: string, fileId: string): Promise<void> {
  await tables(tx).updateTable('welcome').set({ file_id: fileId }).where('user_id', '=', userId).execute()
}
