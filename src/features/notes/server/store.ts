import type { AppContext } from '#platform/context.ts'
import type { NamesOfVoices } from '#features/transcription/server.ts'
import type { SummaryResult } from '../contract.ts'

/** A summary with the names of the speakers in its text; `speakers` is missing in summaries made before it was stored. */
type StoredSummary = SummaryResult & { speakers?: NamesOfVoices }
export type SummaryRecord = { user_id: string; file_id: string; summary_id: string; result: StoredSummary; made_at: Date }

const tables = (ctx: AppContext) => ctx.db.withTables<{ summary: SummaryRecord }>()

export const findSummary = async (ctx: AppContext, userId: string, fileId: string) =>
  tables(ctx).selectFrom('summary').selectAll().where('user_id', '=', userId).where('file_id', '=', fileId).executeTakeFirst()

export async function upsertSummary(ctx: AppContext, row: SummaryRecord): Promise<void> {
  const { summary_id, made_at } = row
  const result = JSON.stringify(row.result) as unknown as SummaryResult
  await tables(ctx)
    .insertInto('summary')
    .values({ ...row, result })
    .onConflict((conflict) => conflict.columns(['user_id', 'file_id']).doUpdateSet({ summary_id, made_at, result }))
    .execute()
}
