import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import type { TemplateKind } from '../contract.ts'

type UseRecord = { user_id: string; kind: TemplateKind; template: string; used_on: string; used_at: Date }
type CountRecord = { kind: TemplateKind; template: string; uses: number }

const tables = (ctx: AppContext) => ctx.db.withTables<{ template_use: UseRecord; template_count: CountRecord }>()

/** Records a use. A person counts once a day; a later use on the same day only moves the template to the front. */
export async function insertUse(tx: AppContext, use: UseRecord): Promise<void> {
  const { kind, template, used_at } = use
  const { isFirst } = await tables(tx)
    .insertInto('template_use')
    .values(use)
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'template', 'used_on']).doUpdateSet({ used_at }))
    // The system column xmax is 0 in a row that was inserted.
    .returning(sql<boolean>`xmax = 0`.as('isFirst'))
    .executeTakeFirstOrThrow()
  if (!isFirst) return
  await tables(tx)
    .insertInto('template_count')
    .values({ kind, template, uses: 1 })
    .onConflict((conflict) => conflict.columns(['kind', 'template']).doUpdateSet({ uses: sql`template_count.uses + 1` }))
    .execute()
}

export type RecentUse = { kind: TemplateKind; template: string; used_at: Date }

/** Returns the templates a user used last, the latest first, each once. */
export const listRecentUses = async (ctx: AppContext, userId: string, limit: number): Promise<RecentUse[]> =>
  tables(ctx)
    .selectFrom('template_use')
    .select((row) => ['kind', 'template', row.fn.max('used_at').as('used_at')])
    .where('user_id', '=', userId)
    .groupBy(['kind', 'template'])
    .orderBy('used_at', 'desc')
    .limit(limit)
    .execute()

/** Returns all uses of a user, for the download of personal data. */
export const listUses = async (ctx: AppContext, userId: string): Promise<RecentUse[]> =>
  tables(ctx)
    .selectFrom('template_use')
    .select(['kind', 'template', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('used_at')
    .orderBy('kind')
    .orderBy('template')
    .execute()

/** Returns how often these templates were used, by `kind:id`. */
export async function readCounts(ctx: AppContext, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tables(ctx).selectFrom('template_count').selectAll().where('template', 'in', ids).execute()
  return new Map(rows.map(({ kind, template, uses }) => [`${kind}:${template}`, uses]))
}

/** Deletes the uses of an own template that was deleted, and its count. */
export async function deleteUses(tx: AppContext, kind: TemplateKind, template: string): Promise<void> {
  await tables(tx).deleteFrom('template_use').where('kind', '=', kind).where('template', '=', template).execute()
  await tables(tx).deleteFrom('template_count').where('kind', '=', kind).where('template', '=', template).execute()
}
