import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'

export type CustomRecord = {
  user_id: string
  template_id: string
  name: string
  content: string
  /** Empty for none. */
  category: string
  icon: string
  icon_color: string
  note_tab_name: string
  language: string
  origin_kind: 'system' | 'community' | null
  origin: string | null
  origin_version: number | null
  created_at: Date
  edited_at: Date
  /** Counts the texts it had. */
  version: number
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ custom_template: CustomRecord }>()

export const listCustom = async (ctx: AppContext, userId: string): Promise<CustomRecord[]> =>
  tables(ctx)
    .selectFrom('custom_template')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('template_id', 'desc')
    .execute()

export const readCustom = async (ctx: AppContext, userId: string, id: string): Promise<CustomRecord | undefined> =>
  tables(ctx)
    .selectFrom('custom_template')
    .selectAll()
    .where('user_id', '=', userId)
    .where('template_id', '=', id)
    .executeTakeFirst()

/** Reads an own template and locks it until the transaction ends, so that changes of it run one after another. */
export const lockCustom = async (tx: AppContext, userId: string, id: string): Promise<CustomRecord | undefined> =>
  tables(tx)
    .selectFrom('custom_template')
    .selectAll()
    .where('user_id', '=', userId)
    .where('template_id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Makes saves of a user run one after another until the transaction ends, so that none goes beyond the limit. */
export const lockSaves = async (tx: AppContext, userId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`templates of ${userId}`}, 0))`.execute(tx.db))

export async function countCustom(ctx: AppContext, userId: string): Promise<number> {
  const counted = tables(ctx)
    .selectFrom('custom_template')
    .select((row) => row.fn.countAll<number>().as('n'))
  return (await counted.where('user_id', '=', userId).executeTakeFirstOrThrow()).n
}

export async function insertCustom(tx: AppContext, row: CustomRecord): Promise<void> {
  await tables(tx).insertInto('custom_template').values(row).execute()
}

export type CustomChange = Partial<
  Pick<CustomRecord, 'name' | 'content' | 'category' | 'icon' | 'icon_color' | 'note_tab_name' | 'edited_at' | 'version'>
>

/** Returns the changed template, or undefined when the user has none of this id. */
export const updateCustom = async (
  tx: AppContext,
  userId: string,
  id: string,
  change: CustomChange,
): Promise<CustomRecord | undefined> =>
  tables(tx)
    .updateTable('custom_template')
    .set(change)
    .where('user_id', '=', userId)
    .where('template_id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Returns false when the user has no template of this id. */
export async function deleteCustom(tx: AppContext, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tables(tx)
    .deleteFrom('custom_template')
    .where('user_id', '=', userId)
    .where('template_id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
