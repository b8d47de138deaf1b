import type { AppContext } from '#platform/context.ts'
import type { NamesOfVoices } from '#features/transcription/server.ts'
import type { SummaryForm, SummaryResult } from '../contract.ts'
import { convertForm } from '../rules.ts'
import { summaryLabelsFor } from './summary/labels/summaryLabelsFor.ts'

/** A summary with the names of the speakers in its text; `speakers` is missing in summaries made before it was stored. */
type StoredSummary = SummaryResult & { speakers?: NamesOfVoices }
export type SummaryRecord = { user_id: string; file_id: string; summary_id: string; result: StoredSummary; made_at: Date }

const tables = (ctx: AppContext) => ctx.db.withTables<{ summary: SummaryRecord }>()

/** Returns the summary of a recording in today's shape, whichever release stored it. */
export async function findSummary(ctx: AppContext, userId: string, fileId: string): Promise<SummaryRecord | undefined> {
  const rows = tables(ctx).selectFrom('summary').selectAll().where('user_id', '=', userId).where('file_id', '=', fileId)
  const row = await rows.executeTakeFirst()
  return row && { ...row, result: { ...row.result, form: convertStored(row.result.form) } }
}

function convertStored(stored: unknown): SummaryForm | null {
  const form = convertForm(stored)
  if (!form) return null
  const { overview, keyPoints, highlights, actions, possibleActions } = summaryLabelsFor(form.language)
  const isQuoted = form.engine.kind === 'extractive'
  return convertForm(stored, {
    overview,
    points: isQuoted ? highlights : keyPoints,
    actions: isQuoted ? possibleActions : actions,
  })
}

export async function upsertSummary(ctx: AppContext, row: SummaryRecord): Promise<void> {
  const { summary_id, made_at } = row
  const result = JSON.stringify(row.result) as unknown as SummaryResult
  await tables(ctx)
    .insertInto('summary')
    .values({ ...row, result })
    .onConflict((conflict) => conflict.columns(['user_id', 'file_id']).doUpdateSet({ summary_id, made_at, result }))
    .execute()
}
