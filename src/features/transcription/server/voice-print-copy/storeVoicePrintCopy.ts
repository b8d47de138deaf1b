import type { AppContext } from '#platform/context.ts'

type CopyRecord = { user_id: string; version: number; content: string; saved_at: Date }

const tables = (ctx: AppContext) => ctx.db.withTables<{ voice_print_copy: CopyRecord }>()

export const readCopy = async (ctx: AppContext, userId: string): Promise<CopyRecord | undefined> =>
  tables(ctx).selectFrom('voice_print_copy').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Adds the first copy. Returns false when one exists. */
export async function insertCopy(ctx: AppContext, row: CopyRecord): Promise<boolean> {
  const insert = tables(ctx).insertInto('voice_print_copy').values(row)
  const { numInsertedOrUpdatedRows } = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Replaces the copy of a version. Returns false when the stored version differs. */
export async function updateCopy(ctx: AppContext, { user_id, ...values }: CopyRecord, version: number): Promise<boolean> {
  const update = tables(ctx).updateTable('voice_print_copy').set(values).where('user_id', '=', user_id)
  return (await update.where('version', '=', version).executeTakeFirst()).numUpdatedRows === 1n
}

export const deleteCopy = async (ctx: AppContext, userId: string): Promise<unknown> =>
  tables(ctx).deleteFrom('voice_print_copy').where('user_id', '=', userId).execute()
