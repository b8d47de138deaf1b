import type { Ground } from '#platform/ground.ts'

export type WelcomeRecord = { user_id: string; file_id: string | null; made_at: Date }

const tables = (ground: Ground) => ground.db.withTables<{ welcome: WelcomeRecord }>()

export const readWelcome = async (ground: Ground, userId: string): Promise<WelcomeRecord | undefined> =>
  tables(ground).selectFrom('welcome').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Returns false when the account has already received the sample recording. */
export async function insertWelcome(step: Ground, row: WelcomeRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(step)
    .insertInto('welcome')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function nameWelcome(step: Ground, userId: string, fileId: string): Promise<void> {
  await tables(step).updateTable('welcome').set({ file_id: fileId }).where('user_id', '=', userId).execute()
}
