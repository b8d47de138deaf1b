import type { AppContext } from '#platform/context.ts'

export type ReportRecord = {
  user_id: string
  link_id: string
  report_id: string
  reported_at: Date
  reason: string
  details: string
  reply_to: string
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ share_report: ReportRecord }>()

/** Maximum number of stored reports per link. */
const MAX_REPORTS = 50

/** Adds a report and deletes the oldest ones of the link beyond MAX_REPORTS. Ids sort by time. */
export async function insertReport(tx: AppContext, row: ReportRecord): Promise<void> {
  await tables(tx).insertInto('share_report').values(row).execute()
  const oldest = tables(tx)
    .selectFrom('share_report')
    .select('report_id')
    .where('user_id', '=', row.user_id)
    .where('link_id', '=', row.link_id)
    .orderBy('report_id', 'desc')
    .offset(MAX_REPORTS)
  await tables(tx)
    .deleteFrom('share_report')
    .where('user_id', '=', row.user_id)
    .where('link_id', '=', row.link_id)
    .where('report_id', 'in', oldest)
    .execute()
}

export const readReport = (
  ctx: AppContext,
  { user_id, link_id, report_id }: Pick<ReportRecord, 'user_id' | 'link_id' | 'report_id'>,
): Promise<ReportRecord | undefined> =>
  tables(ctx)
    .selectFrom('share_report')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('link_id', '=', link_id)
    .where('report_id', '=', report_id)
    .executeTakeFirst()

/** Returns the reports about all links, or about those of one user, newest first. */
export const listReports = (ctx: AppContext, userId?: string): Promise<ReportRecord[]> =>
  tables(ctx)
    .selectFrom('share_report')
    .selectAll()
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .orderBy('report_id', 'desc')
    .orderBy('user_id')
    .orderBy('link_id')
    .execute()
