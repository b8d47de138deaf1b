import { sql } from 'kysely'
import type { Ground } from '#platform/ground.ts'
import { type FileRecord, holdLibrary } from './store.ts'

type LibraryRecord = { user_id: string; born: string; rev: number; forgotten_rev: number }
type ChangeRecord = { user_id: string; file_id: string; rev: number; is_gone: boolean }
type CountRecord = { user_id: string; shelf: string; files: number }
type Tables = { file: FileRecord; library: LibraryRecord; file_change: ChangeRecord; library_count: CountRecord }

/** The state of a library: `born` tells it from one restored from a copy, `rev` rises with every change. */
export type LibraryState = Omit<LibraryRecord, 'user_id'>

const COLUMNS = [
  ...(['file_id', 'filename', 'trashed_at', 'filetag_ids', 'scene', 'start_time', 'edit_time'] as const),
  ...(['duration_ms', 'has_transcript', 'has_summary', 'sound_deleted_at'] as const),
] satisfies (keyof FileRecord)[]
export type LibraryFile = Pick<FileRecord, (typeof COLUMNS)[number]>

const tables = (ground: Ground) => ground.db.withTables<Tables>()

/** Undefined for who never had a recording. */
export const readState = async (ground: Ground, userId: string): Promise<LibraryState | undefined> =>
  tables(ground).selectFrom('library').select(['born', 'rev', 'forgotten_rev']).where('user_id', '=', userId).executeTakeFirst()

/** How many recordings lie on which shelf, by its name in the database. */
export async function readCounts(ground: Ground, userId: string): Promise<Map<string, number>> {
  const rows = await tables(ground).selectFrom('library_count').select(['shelf', 'files']).where('user_id', '=', userId).execute()
  return new Map(rows.map(({ shelf, files }) => [shelf, files]))
}

/** A place in the library, newest recording first. `at`: its start in unix microseconds, as finely as the database keeps it. */
export type PagePlace = { at: number; fileId: string }

/** The recordings after a place, newest first. */
export const readPage = async (
  ground: Ground,
  userId: string,
  after: PagePlace | undefined,
  limit: number,
): Promise<(LibraryFile & { at: number })[]> =>
  tables(ground)
    .selectFrom('file')
    .select(COLUMNS)
    .select(sql<number>`(extract(epoch from start_time) * 1000000)::bigint`.as('at'))
    .where('user_id', '=', userId)
    .$if(after !== undefined, (query) => query.where(before(after!)))
    .orderBy('start_time', 'desc')
    .orderBy('file_id', 'desc')
    .limit(limit)
    .execute()

const before = ({ at, fileId }: PagePlace) =>
  sql<boolean>`(start_time, file_id) < (timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond', ${fileId})`

/** A place among the changes: of this revision all up to this recording have been told, and all of those before it. */
export type ChangePlace = { rev: number; fileId: string }

/** Changes after a place in the order they were made, with the recordings as they are now; `file` is null for one that is gone. */
export async function readChanges(
  ground: Ground,
  userId: string,
  since: ChangePlace,
  limit: number,
): Promise<{ rev: number; file_id: string; file: LibraryFile | null }[]> {
  const rows = await tables(ground)
    .selectFrom('file_change as change')
    .leftJoin('file', (join) => join.onRef('file.user_id', '=', 'change.user_id').onRef('file.file_id', '=', 'change.file_id'))
    .select(['change.rev', 'change.file_id as id'])
    .select(COLUMNS.map((column) => `file.${column}` as const))
    .where('change.user_id', '=', userId)
    .where(sql<boolean>`(change.rev, change.file_id) > (${since.rev}, ${since.fileId})`)
    .orderBy('change.rev')
    .orderBy('change.file_id')
    .limit(limit)
    .execute()
  return rows.map(({ rev, id, ...file }) => ({ rev, file_id: id, file: file.file_id === null ? null : (file as LibraryFile) }))
}

/** Who has more than so many deletions that are still known. */
export async function listForgetful(ground: Ground, most: number): Promise<string[]> {
  const gone = tables(ground).selectFrom('file_change').select('user_id').where('is_gone', '=', true)
  const rows = await gone
    .groupBy('user_id')
    .having(({ fn }) => fn.countAll(), '>', most)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Forgets the oldest deletions of a library but so many: a page that old reads the library anew. */
export async function forgetAllBut(step: Ground, userId: string, most: number): Promise<void> {
  await holdLibrary(step, userId)
  await sql`
    with forgotten as (
      delete from file_change where user_id = ${userId} and file_id in (
        select file_id from file_change where user_id = ${userId} and is_gone order by rev desc, file_id desc offset ${most}
      ) returning rev
    )
    update library set forgotten_rev = greatest(forgotten_rev, (select max(rev) from forgotten))
    where user_id = ${userId}`.execute(step.db)
}
