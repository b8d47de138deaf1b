import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import { MAX_VIEWS, type DownloadKind } from '../contract.ts'

export type ViewRecord = {
  user_id: string
  link_id: string
  view_id: string
  viewed_at: Date
  browser: string
  system: string
  has_listened: boolean
  downloads: DownloadKind[]
}
type LinkKey = Pick<ViewRecord, 'user_id' | 'link_id'>
type ViewKey = LinkKey & Pick<ViewRecord, 'view_id'>

const tables = (ctx: AppContext) => ctx.db.withTables<{ share_view: ViewRecord }>()

/** Adds a view and deletes the oldest ones beyond MAX_VIEWS. Ids sort by time. */
export async function insertView(ctx: AppContext, row: ViewRecord): Promise<void> {
  await tables(ctx).insertInto('share_view').values(row).execute()
  const oldest = tables(ctx)
    .selectFrom('share_view')
    .select('view_id')
    .where('user_id', '=', row.user_id)
    .where('link_id', '=', row.link_id)
    .orderBy('view_id', 'desc')
    .offset(MAX_VIEWS)
  await tables(ctx)
    .deleteFrom('share_view')
    .where('user_id', '=', row.user_id)
    .where('link_id', '=', row.link_id)
    .where('view_id', 'in', oldest)
    .execute()
}

/** Returns the views of a link, newest first. */
export const listViews = (ctx: AppContext, { user_id, link_id }: LinkKey, limit: number): Promise<ViewRecord[]> =>
  tables(ctx)
    .selectFrom('share_view')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('link_id', '=', link_id)
    .orderBy('view_id', 'desc')
    .limit(limit)
    .execute()

export const listAllViews = (ctx: AppContext, userId: string): Promise<ViewRecord[]> =>
  tables(ctx).selectFrom('share_view').selectAll().where('user_id', '=', userId).orderBy('link_id').orderBy('view_id').execute()

export const markListened = async (ctx: AppContext, key: ViewKey): Promise<void> =>
  void (await whereView(ctx, key).set({ has_listened: true }).where('has_listened', '=', false).execute())

export const addDownload = async (ctx: AppContext, key: ViewKey, kind: DownloadKind): Promise<void> =>
  void (await whereView(ctx, key)
    .set({ downloads: sql<DownloadKind[]>`array_append(downloads, ${kind})` })
    .where(sql<boolean>`not ${kind} = any(downloads)`)
    .execute())

const whereView = (ctx: AppContext, { user_id, link_id, view_id }: ViewKey) =>
  tables(ctx)
    .updateTable('share_view')
    .where('user_id', '=', user_id)
    .where('link_id', '=', link_id)
    .where('view_id', '=', view_id)
