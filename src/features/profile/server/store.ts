import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import { json, type JsonTable } from '#platform/db/json.ts'

export type SettingRecord = { user_id: string; chosen: Record<string, unknown>; changed_at: Date }

const tables = (ctx: AppContext) => ctx.db.withTables<{ setting: JsonTable<SettingRecord, 'chosen'> }>()

/** Returns the stored settings, not validated. The object is empty if the user has changed no setting. */
export async function readStoredSettings(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const row = await tables(ctx).selectFrom('setting').select('chosen').where('user_id', '=', userId).executeTakeFirst()
  return row?.chosen ?? {}
}

/** Merges the change into the stored settings in one statement, so that concurrent changes of different keys are both kept. */
export async function mergeStoredSettings(tx: AppContext, userId: string, change: Record<string, unknown>): Promise<void> {
  const changed_at = tx.clock.now()
  await tables(tx)
    .insertInto('setting')
    .values({ user_id: userId, chosen: json(change), changed_at })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ chosen: sql`setting.chosen || excluded.chosen`, changed_at }),
    )
    .execute()
}

/** Returns the stored value of `key` for every user who has one. The value can be JSON null. */
export const listStoredValues = async (ctx: AppContext, key: string): Promise<{ user_id: string; value: unknown }[]> =>
  tables(ctx)
    .selectFrom('setting')
    .select(['user_id', sql<unknown>`chosen -> ${key}::text`.as('value')])
    .where(sql<boolean>`chosen -> ${key}::text is not null`)
    .execute()

export const deleteStoredSettings = async (ctx: AppContext, userId: string): Promise<void> =>
  void (await tables(ctx).deleteFrom('setting').where('user_id', '=', userId).execute())
