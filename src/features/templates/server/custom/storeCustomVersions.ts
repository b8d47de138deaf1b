import type { AppContext } from '#platform/context.ts'
import { MAX_TEMPLATE_VERSIONS } from '../../contract.ts'

/** A text that an own template had before. */
export type CustomVersionRecord = {
  user_id: string
  template_id: string
  version: number
  name: string
  content: string
  category: string
  icon: string
  icon_color: string
  note_tab_name: string
  saved_at: Date
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ custom_template_version: CustomVersionRecord }>()

/** Returns the earlier texts of an own template, newest first. */
export const listCustomVersions = async (ctx: AppContext, userId: string, id: string): Promise<CustomVersionRecord[]> =>
  tables(ctx)
    .selectFrom('custom_template_version')
    .selectAll()
    .where('user_id', '=', userId)
    .where('template_id', '=', id)
    .orderBy('version', 'desc')
    .execute()

/** Adds an earlier text and deletes those beyond `MAX_TEMPLATE_VERSIONS`, the oldest first. */
export async function insertCustomVersion(tx: AppContext, row: CustomVersionRecord): Promise<void> {
  await tables(tx).insertInto('custom_template_version').values(row).execute()
  await tables(tx)
    .deleteFrom('custom_template_version')
    .where('user_id', '=', row.user_id)
    .where('template_id', '=', row.template_id)
    .where('version', '<=', row.version - MAX_TEMPLATE_VERSIONS)
    .execute()
}
