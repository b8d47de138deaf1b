import type { AppContext } from '#platform/context.ts'
import { json } from '#platform/db/json.ts'
import type { FileRecord, FileTable, ResultKind } from './store.ts'

type ResultRecord = { user_id: string; file_id: string; kind: ResultKind; body: Buffer; saved_at: Date }
type Tables = { file: FileTable; file_result: ResultRecord }

const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

/**
 * Inserts many recordings in one statement, so that the triggers count once. At most 2000, because a statement takes at most
 * 65,535 values.
 */
export async function insertFiles(tx: AppContext, rows: readonly FileRecord[]): Promise<void> {
  const values = rows.map((row) => ({ ...row, extra_data: json(row.extra_data) }))
  await tables(tx).insertInto('file').values(values).execute()
}

/** Inserts the results of recordings that have just been inserted. */
export async function insertResults(
  tx: AppContext,
  userId: string,
  results: readonly Pick<ResultRecord, 'file_id' | 'kind' | 'body'>[],
): Promise<void> {
  if (results.length === 0) return
  const saved_at = tx.clock.now()
  const values = results.map((result) => ({ user_id: userId, ...result, saved_at }))
  await tables(tx).insertInto('file_result').values(values).execute()
}
