import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import { LIBRARY_COLUMNS, type LibraryFile } from './rowFields.ts'
import { type FileTable, lockLibrary } from './store.ts'

type LibraryRecord = { user_id: string; library_id: string; rev: number; pruned_rev: number }
type ChangeRecord = { user_id: string; file_id: string; rev: number; is_deleted: boolean }
type CountRecord = { user_id: string; list_view: string; files: number }
type Tables = { file: FileTable; library: LibraryRecord; file_change: ChangeRecord; library_count: CountRecord }

/** The state of a library: `library_id` identifies it, also after a restore from a backup; `rev` increases with every change. */
export type LibraryState = Omit<LibraryRecord, 'user_id'>

/** Gives every library a new id, so that pages that hold one load it again. */
export const RENEW_LIBRARY_IDS = `update library set library_id = gen_random_uuid()::text`

const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

/** Returns undefined for a user who never had a recording. */
export const readState = async (ctx: AppContext, userId: string): Promise<LibraryState | undefined> =>
  tables(ctx).selectFrom('library').select(['library_id', 'rev', 'pruned_rev']).where('user_id', '=', userId).executeTakeFirst()

/** Returns the number of recordings of each list, by its name in the database. */
export async function readCounts(ctx: AppContext, userId: string): Promise<Map<string, number>> {
  const rows = await tables(ctx)
    .selectFrom('library_count')
    .select(['list_view', 'files'])
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.map((row) => [row.list_view, row.files]))
}

/** A position in the library, newest recording first. `at` is its start in unix microseconds, the resolution of the database. */
export type PageCursor = { at: number; fileId: string }

/** Returns the recordings after a position, newest first. */
export const readPage = async (
  ctx: AppContext,
  userId: string,
  after: PageCursor | undefined,
  limit: number,
): Promise<(LibraryFile & { at: number })[]> =>
  tables(ctx)
    .selectFrom('file')
    .select(LIBRARY_COLUMNS)
    .select(sql<number>`(extract(epoch from start_time) * 1000000)::bigint`.as('at'))
    .where('user_id', '=', userId)
    .$if(after !== undefined, (query) => query.where(isBefore(after!)))
    .orderBy('start_time', 'desc')
    .orderBy('file_id', 'desc')
    .limit(limit)
    .execute()

const isBefore = ({ at, fileId }: PageCursor) =>
  sql<boolean>`(start_time, file_id) < (timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond', ${fileId})`

/**
 * A position among the changes: all changes of earlier revisions, and of this revision up to this recording, have been reported.
 */
export type ChangePosition = { rev: number; fileId: string }

/** Returns the changes after a position in order, with the current recordings; `file` is null for a deleted one. */
export async function readChanges(
  ctx: AppContext,
  userId: string,
  since: ChangePosition,
  limit: number,
): Promise<{ rev: number; file_id: string; file: LibraryFile | null }[]> {
  const rows = await tables(ctx)
    .selectFrom('file_change as change')
    .leftJoin('file', (join) => join.onRef('file.user_id', '=', 'change.user_id').onRef('file.file_id', '=', 'change.file_id'))
    .select(['change.rev', 'change.file_id as id'])
    .select(LIBRARY_COLUMNS.map((column) => `file.${column}` as const))
    .where('change.user_id', '=', userId)
    .where(sql<boolean>`(change.rev, change.file_id) > (${since.rev}, ${since.fileId})`)
    .orderBy('change.rev')
    .orderBy('change.file_id')
    .limit(limit)
    .execute()
  return rows.map(({ rev, id, ...file }) => ({ rev, file_id: id, file: file.file_id === null ? null : (file as LibraryFile) }))
}

/** Returns the users with more than `max` stored deletions. */
export async function listUsersToPrune(ctx: AppContext, max: number): Promise<string[]> {
  const deletions = tables(ctx).selectFrom('file_change').select('user_id').where('is_deleted', '=', true)
  const rows = await deletions
    .groupBy('user_id')
    .having(({ fn }) => fn.countAll(), '>', max)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Deletes the oldest deletion records of a library beyond `max`. A page with an older token reads the whole library again. */
export async function deleteOldestDeletions(tx: AppContext, userId: string, max: number): Promise<void> {
  await lockLibrary(tx, userId)
  await sql`
    with pruned as (
      delete from file_change where user_id = ${userId} and file_id in (
        select file_id from file_change where user_id = ${userId} and is_deleted order by rev desc, file_id desc offset ${max}
      ) returning rev
    )
    update library set pruned_rev = greatest(pruned_rev, (select max(rev) from pruned))
    where user_id = ${userId}`.execute(tx.db)
}
