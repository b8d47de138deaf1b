import { sql } from 'kysely'
import type { Ground } from '#platform/ground.ts'

export type SettingRecord = { user_id: string; chosen: Record<string, unknown>; changed_at: Date }

const tables = (ground: Ground) => ground.db.withTables<{ setting: SettingRecord }>()

/** Returns the stored settings, not validated. The object is empty if the user has changed no setting. */
export async function readChosen(ground: Ground, userId: string): Promise<Record<string, unknown>> {
  const row = await tables(ground).selectFrom('setting').select('chosen').where('user_id', '=', userId).executeTakeFirst()
  return row?.chosen ?? {}
}

/** Merges the change into the stored settings in one statement, so that concurrent changes of different keys are both kept. */
export async function mergeChosen(step: Ground, userId: string, change: object): Promise<void> {
  const changed_at = step.clock.now()
  const chosen = JSON.stringify(change) as unknown as SettingRecord['chosen']
  await tables(step)
    .insertInto('setting')
    .values({ user_id: userId, chosen, changed_at })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ chosen: sql`setting.chosen || excluded.chosen`, changed_at }),
    )
    .execute()
}

/** Returns the stored value of `key` for every user who has one. The value can be JSON null. */
export const listChosen = async (ground: Ground, key: string): Promise<{ user_id: string; value: unknown }[]> =>
  tables(ground)
    .selectFrom('setting')
    .select(['user_id', sql<unknown>`chosen -> ${key}::text`.as('value')])
    .where(sql<boolean>`chosen -> ${key}::text is not null`)
    .execute()

export const forgetChosen = async (ground: Ground, userId: string): Promise<void> =>
  void (await tables(ground).deleteFrom('setting').where('user_id', '=', userId).execute())
