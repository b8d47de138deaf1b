import { sql } from 'kysely'
import { holdAccount } from '#features/account/server.ts'
import type { SoundKind } from '#platform/sound/sound.ts'
import type { Ground } from '#platform/ground.ts'
import type { ExtraData } from '../contract.ts'

export type FileRecord = {
  user_id: string
  file_id: string
  filename: string
  sound_kind: SoundKind
  blob_key: string
  bytes: number
  md5: string
  scene: number
  serial_number: string
  session_id: number
  start_time: Date
  edit_time: Date
  duration_ms: number
  timezone: number
  trashed_at: Date | null
  filetag_ids: string[]
  support_mul_summ: boolean
  edit_from: string
  extra_data: ExtraData
  has_transcript: boolean
  has_summary: boolean
  /** The owner's rule has deleted the sound; what was made of it stays. */
  sound_deleted_at: Date | null
  source_md5: string | null
}
export type ResultKind = 'trans_result' | 'ai_content' | 'outline_result' | 'peaks'
type ResultRecord = { user_id: string; file_id: string; kind: ResultKind; body: Buffer; saved_at: Date }
type Tables = { file: FileRecord; file_result: ResultRecord; library: { user_id: string; rev: number } }

/** A recording without what programs keep beside it, which may be long and which no list shows. */
export type ListedFile = Omit<FileRecord, 'extra_data' | 'source_md5'>
const LISTED = [
  ...(['user_id', 'file_id', 'filename', 'sound_kind', 'blob_key', 'bytes', 'md5', 'scene', 'serial_number'] as const),
  ...(['session_id', 'start_time', 'edit_time', 'duration_ms', 'timezone', 'trashed_at', 'filetag_ids'] as const),
  ...(['support_mul_summ', 'edit_from', 'has_transcript', 'has_summary', 'sound_deleted_at'] as const),
] satisfies (keyof ListedFile)[]

const tables = (ground: Ground) => ground.db.withTables<Tables>()

export type ListQuery = { skip: number; limit: number; is_trash: number; sort_by: 'start_time' | 'edit_time'; is_desc: boolean }

/** One parameter however many ids: a statement takes 65,535 at most, and a library may be larger. */
const among = (fileIds: readonly string[]) => sql<boolean>`file_id = any(${[...fileIds]}::text[])`

const inTrash = { 0: sql<boolean>`trashed_at is null`, 1: sql<boolean>`trashed_at is not null`, 2: sql<boolean>`true` }

export async function listFiles(
  ground: Ground,
  userId: string,
  query: ListQuery,
): Promise<{ total: number; rows: ListedFile[] }> {
  const which = inTrash[query.is_trash as 0 | 1 | 2]
  const direction = query.is_desc ? 'desc' : 'asc'
  const mine = tables(ground).selectFrom('file').where('user_id', '=', userId).where(which)
  const rows = await mine
    .select(LISTED)
    .orderBy(query.sort_by, direction)
    .orderBy('file_id', direction)
    .offset(query.skip)
    .limit(query.limit)
    .execute()
  if (query.skip === 0 && rows.length < query.limit) return { total: rows.length, rows }
  const { n } = await mine.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return { total: n, rows }
}

export const readFiles = async (ground: Ground, userId: string, fileIds: readonly string[]): Promise<FileRecord[]> =>
  fileIds.length === 0
    ? []
    : tables(ground).selectFrom('file').selectAll().where('user_id', '=', userId).where(among(fileIds)).execute()

/** How many of these ids are recordings of the user. */
export async function countFiles(ground: Ground, userId: string, fileIds: readonly string[]): Promise<number> {
  const mine = tables(ground).selectFrom('file').where('user_id', '=', userId).where(among(fileIds))
  return (await mine.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
}

/**
 * Takes the library's turn until the step ends. Every step that writes recordings takes it before it locks any of them, and
 * after any folder: two steps then follow each other and never wait for each other.
 * @NOTE The account comes first of all, so that its removal stands in the same row: a step that takes a folder holds it before.
 */
export async function holdLibrary(step: Ground, userId: string): Promise<void> {
  await holdAccount(step, userId)
  await tables(step).selectFrom('library').select('rev').where('user_id', '=', userId).forUpdate().execute()
}

/** Takes the library's turn and locks the rows until the step ends, so that two steps on them follow each other. */
export async function lockFiles(step: Ground, userId: string, fileIds: readonly string[]): Promise<ListedFile[]> {
  await holdLibrary(step, userId)
  return tables(step)
    .selectFrom('file')
    .select(LISTED)
    .where('user_id', '=', userId)
    .where(among(fileIds))
    .orderBy('file_id')
    .forUpdate()
    .execute()
}

/** Holds a recording as it is until the step ends, while others may do so too; undefined when it is not the user's. */
export const holdFile = async (step: Ground, userId: string, fileId: string): Promise<FileRecord | undefined> =>
  tables(step)
    .selectFrom('file')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .forShare()
    .executeTakeFirst()

/** Ids, in order, of recordings whose text is there and whose sound still is. */
export async function listSafe(ground: Ground, userId: string, after: string, limit: number): Promise<string[]> {
  const rows = await tables(ground)
    .selectFrom('file')
    .select('file_id')
    .where('user_id', '=', userId)
    .where('file_id', '>', after)
    .where('sound_deleted_at', 'is', null)
    .where('has_transcript', '=', true)
    .where('has_summary', '=', true)
    .orderBy('file_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.file_id)
}

/** Who has something in the trash, and since when the oldest of it lies there. */
export const listTrashOwners = async (ground: Ground): Promise<{ user_id: string; oldest: Date }[]> =>
  tables(ground)
    .selectFrom('file')
    .select(['user_id', sql<Date>`min(trashed_at)`.as('oldest')])
    .where('trashed_at', 'is not', null)
    .groupBy('user_id')
    .execute()

/** Ids, in order, of what a user put into the trash at `before` or earlier. */
export async function listTrashed(
  ground: Ground,
  userId: string,
  before: Date,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const mine = tables(ground).selectFrom('file').select('file_id').where('user_id', '=', userId)
  const due = mine.where('trashed_at', '<=', before).where('file_id', '>', after)
  return (await due.orderBy('file_id').limit(limit).execute()).map((row) => row.file_id)
}

/** Which of these titles recordings of the user bear that are not in the trash. */
export async function listKnownTitles(ground: Ground, userId: string, titles: readonly string[]): Promise<string[]> {
  const rows = await tables(ground)
    .selectFrom('file')
    .select('filename')
    .distinct()
    .where('user_id', '=', userId)
    .where('trashed_at', 'is', null)
    .where(sql<boolean>`filename = any(${[...titles]}::text[])`)
    .execute()
  return rows.map((row) => row.filename)
}

/** Recordings of the user, outside the trash, that were made of one of these sounds: as it was chosen, or as it is stored. */
export async function listKnownSounds(
  ground: Ground,
  userId: string,
  md5s: readonly string[],
): Promise<Pick<FileRecord, 'file_id' | 'filename' | 'md5' | 'source_md5'>[]> {
  const sent = sql`any(${[...md5s]}::text[])`
  return tables(ground)
    .selectFrom('file')
    .select(['file_id', 'filename', 'md5', 'source_md5'])
    .where('user_id', '=', userId)
    .where('trashed_at', 'is', null)
    .where(sql<boolean>`(md5 = ${sent} or source_md5 = ${sent})`)
    .orderBy('start_time', 'desc')
    .orderBy('file_id')
    .execute()
}

/** Ids of all of a user's recordings, oldest first, in the trash or not. */
export async function listIds(ground: Ground, userId: string): Promise<string[]> {
  const mine = tables(ground).selectFrom('file').select('file_id').where('user_id', '=', userId)
  return (await mine.orderBy('start_time').orderBy('file_id').execute()).map((row) => row.file_id)
}

/** False when a recording of the same blob is there already: an upload confirmed twice makes one recording. */
export async function insertFile(ground: Ground, row: FileRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(ground)
    .insertInto('file')
    .values({ ...row, extra_data: JSON.stringify(row.extra_data) as unknown as ExtraData })
    .onConflict((conflict) => conflict.column('blob_key').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The user's recording of a stored blob; undefined when there is none, or none any more. */
export const readFileOfBlob = async (ground: Ground, userId: string, blobKey: string) =>
  tables(ground).selectFrom('file').selectAll().where('user_id', '=', userId).where('blob_key', '=', blobKey).executeTakeFirst()

export async function updateFiles(
  ground: Ground,
  userId: string,
  fileIds: readonly string[],
  change: Partial<FileRecord>,
): Promise<void> {
  const { extra_data, ...rest } = change
  await tables(ground)
    .updateTable('file')
    .set({ ...rest, ...(extra_data && { extra_data: JSON.stringify(extra_data) as unknown as ExtraData }) })
    .where('user_id', '=', userId)
    .where(among(fileIds))
    .execute()
}

export async function deleteFiles(ground: Ground, userId: string, fileIds: readonly string[]): Promise<void> {
  await tables(ground).deleteFrom('file').where('user_id', '=', userId).where(among(fileIds)).execute()
}

/** Takes one folder off every recording that has it (B§4: its recordings become unorganized). */
export async function dropTag(step: Ground, userId: string, tagId: string): Promise<void> {
  await holdLibrary(step, userId)
  await tables(step)
    .updateTable('file')
    .set({ filetag_ids: sql`array_remove(filetag_ids, ${tagId})`, edit_time: step.clock.now() })
    .where('user_id', '=', userId)
    .where(sql<boolean>`${tagId} = any(filetag_ids)`)
    .execute()
}

export async function writeResult(ground: Ground, row: Omit<ResultRecord, 'saved_at'>): Promise<void> {
  const saved_at = ground.clock.now()
  await tables(ground)
    .insertInto('file_result')
    .values({ ...row, saved_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'file_id', 'kind']).doUpdateSet({ body: row.body, saved_at }))
    .execute()
}

export const readResults = async (ground: Ground, userId: string, fileIds: readonly string[], kinds: readonly ResultKind[]) =>
  fileIds.length === 0
    ? []
    : tables(ground)
        .selectFrom('file_result')
        .select(['file_id', 'kind', 'body'])
        .where('user_id', '=', userId)
        .where(among(fileIds))
        .where('kind', 'in', [...kinds])
        .execute()
