import { sql } from 'kysely'
import { type ActiveFilter, selectActive } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { AskScope } from '../../contract.ts'

export const toFilter = ({ file_ids, folder_ids, date_from, date_to }: AskScope): ActiveFilter => ({
  fileIds: file_ids,
  folderIds: folder_ids,
  from: date_from === undefined ? undefined : new Date(date_from),
  to: date_to === undefined ? undefined : new Date(date_to),
})

/** Returns the latest recordings in a scope that have a transcript and are not in the trash. */
export async function listTranscribed(ctx: AppContext, userId: string, scope: AskScope, limit: number): Promise<string[]> {
  const { rows } = await sql<{ file_id: string }>`
    select file_id from (${selectActive(userId, toFilter(scope))}) a
    where has_transcript order by start_time desc, file_id limit ${limit}`.execute(ctx.db)
  return rows.map(({ file_id }) => file_id)
}
