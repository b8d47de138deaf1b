import { type RawBuilder, sql } from 'kysely'
import { lockAccountForShare } from '#features/account/server.ts'
import type { AudioKind } from '#platform/audio/audio.ts'
import type { AppContext } from '#platform/context.ts'
import { json, type JsonTable } from '#platform/db/json.ts'
import { NotFound } from '#platform/http/errors.ts'
import type { ExtraData } from '../contract.ts'

/** A title is given by the user, a meaningless default, or generated from the summary. */
type TitleSource = 'given' | 'default' | 'generated'

export type FileRecord = {
  user_id: string
  file_id: string
  filename: string
  title_source: TitleSource
  /** The title before the generated one; null unless the title is generated. */
  original_title: string | null
  sound_kind: AudioKind
  blob_key: string
  bytes: number
  md5: string
  scene: number
  serial_number: string
  session_id: number
  start_time: Date
  edit_time: Date
  /** When the owner last opened it, or when it was added to the library. */
  opened_at: Date
  duration_ms: number
  timezone: number
  trashed_at: Date | null
  filetag_ids: string[]
  support_mul_summ: boolean
  edit_from: string
  extra_data: ExtraData
  has_transcript: boolean
  has_summary: boolean
  /** The first line of the summary; empty without a summary. */
  summary_line: string
  /** The summary was created after the owner had last opened the recording. */
  has_new_summary: boolean
  /** When a retention rule deleted the audio; its results stay. */
  sound_deleted_at: Date | null
  source_md5: string | null
}
export type ResultKind = 'trans_result' | 'ai_content' | 'outline_result' | 'peaks' | 'channel_spans'
type ResultRecord = { user_id: string; file_id: string; kind: ResultKind; body: Buffer; saved_at: Date }
/** The table of recordings. */
export type FileTable = JsonTable<FileRecord, 'extra_data'>
type Tables = { file: FileTable; file_result: ResultRecord; library: { user_id: string; rev: number } }

/** A recording without the fields that lists do not show, such as the data of other programs, which may be long. */
export type ListedFile = Omit<FileRecord, 'extra_data' | 'source_md5' | 'title_source' | 'original_title'>
const LISTED = [
  ...(['user_id', 'file_id', 'filename', 'sound_kind', 'blob_key', 'bytes', 'md5', 'scene', 'serial_number'] as const),
  ...(['session_id', 'start_time', 'edit_time', 'opened_at', 'duration_ms', 'timezone', 'trashed_at', 'filetag_ids'] as const),
  ...(['support_mul_summ', 'edit_from', 'has_transcript', 'has_summary', 'summary_line', 'has_new_summary'] as const),
  ...(['sound_deleted_at'] as const),
] satisfies (keyof ListedFile)[]

const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

export type ListQuery = {
  skip: number
  limit: number
  is_trash: number
  sort_by: 'start_time' | 'edit_time' | 'opened_time'
  is_desc: boolean
}

/** One array parameter for any number of ids: a statement takes at most 65,535 parameters, and a library may be larger. */
const hasIdIn = (fileIds: readonly string[]) => sql<boolean>`file_id = any(${[...fileIds]}::text[])`

const inTrash = { 0: sql<boolean>`trashed_at is null`, 1: sql<boolean>`trashed_at is not null`, 2: sql<boolean>`true` }

export async function listFiles(
  ctx: AppContext,
  userId: string,
  query: ListQuery,
): Promise<{ total: number; rows: ListedFile[] }> {
  const trashFilter = inTrash[query.is_trash as 0 | 1 | 2]
  const direction = query.is_desc ? 'desc' : 'asc'
  const ownFiles = tables(ctx).selectFrom('file').where('user_id', '=', userId).where(trashFilter)
  const rows = await ownFiles
    .select(LISTED)
    .orderBy(query.sort_by === 'opened_time' ? 'opened_at' : query.sort_by, direction)
    .orderBy('file_id', direction)
    .offset(query.skip)
    .limit(query.limit)
    .execute()
  if (query.skip === 0 && rows.length < query.limit) return { total: rows.length, rows }
  const { n } = await ownFiles.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return { total: n, rows }
}

export const readFiles = async (ctx: AppContext, userId: string, fileIds: readonly string[]): Promise<FileRecord[]> =>
  fileIds.length === 0
    ? []
    : tables(ctx).selectFrom('file').selectAll().where('user_id', '=', userId).where(hasIdIn(fileIds)).execute()

/** Returns the user's recording. Rejects with NotFound. */
export async function requireFile(ctx: AppContext, userId: string, fileId: string): Promise<FileRecord> {
  const [row] = await readFiles(ctx, userId, [fileId])
  if (!row) throw new NotFound()
  return row
}

/** Returns how many of these ids are recordings of the user. */
export async function countFiles(ctx: AppContext, userId: string, fileIds: readonly string[]): Promise<number> {
  const ownFiles = tables(ctx).selectFrom('file').where('user_id', '=', userId).where(hasIdIn(fileIds))
  return (await ownFiles.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
}

/**
 * Locks the library until the transaction ends. Every transaction that writes recordings takes this lock before any row lock and
 * after folder locks, so that two transactions run one after the other and never deadlock. @NOTE The account lock comes first, so
 * that account deletion uses the same order; a transaction that locks a folder locks the account before.
 */
export async function lockLibrary(tx: AppContext, userId: string): Promise<void> {
  await lockAccountForShare(tx, userId)
  await tables(tx).selectFrom('library').select('rev').where('user_id', '=', userId).forUpdate().execute()
}

/** Locks the library and the rows until the transaction ends, so that two transactions on them run one after the other. */
export async function lockFiles(tx: AppContext, userId: string, fileIds: readonly string[]): Promise<ListedFile[]> {
  await lockLibrary(tx, userId)
  return tables(tx)
    .selectFrom('file')
    .select(LISTED)
    .where('user_id', '=', userId)
    .where(hasIdIn(fileIds))
    .orderBy('file_id')
    .forUpdate()
    .execute()
}

/** Takes a shared lock on a recording until the transaction ends. Returns undefined when it does not belong to the user. */
export const lockFileForShare = async (tx: AppContext, userId: string, fileId: string): Promise<FileRecord | undefined> =>
  tables(tx)
    .selectFrom('file')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .forShare()
    .executeTakeFirst()

/** Returns the ids, in order, of recordings that have a transcript, a summary and audio. */
export async function listTranscribedFiles(ctx: AppContext, userId: string, after: string, limit: number): Promise<string[]> {
  const rows = await tables(ctx)
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

/** Returns the ids, in order, of recordings outside the trash that have a transcript. */
export async function listTranscripts(
  ctx: AppContext,
  userId: string,
  { folderId, after, limit }: { folderId: string | undefined; after: string; limit: number },
): Promise<string[]> {
  const rows = await tables(ctx)
    .selectFrom('file')
    .select('file_id')
    .where('user_id', '=', userId)
    .where('file_id', '>', after)
    .where('has_transcript', '=', true)
    .where('trashed_at', 'is', null)
    .$if(folderId !== undefined, (query) => query.where(sql<boolean>`${folderId} = any(filetag_ids)`))
    .orderBy('file_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.file_id)
}

/** Returns the users with recordings in the trash, and when the oldest of them was moved there. */
export const listTrashOwners = async (ctx: AppContext): Promise<{ user_id: string; oldest: Date }[]> =>
  tables(ctx)
    .selectFrom('file')
    .select(['user_id', sql<Date>`min(trashed_at)`.as('oldest')])
    .where('trashed_at', 'is not', null)
    .groupBy('user_id')
    .execute()

/** Returns the ids, in order, of what a user moved to the trash at `before` or earlier. */
export async function listTrashed(
  ctx: AppContext,
  userId: string,
  before: Date,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const ownFiles = tables(ctx).selectFrom('file').select('file_id').where('user_id', '=', userId)
  const dueFiles = ownFiles.where('trashed_at', '<=', before).where('file_id', '>', after)
  return (await dueFiles.orderBy('file_id').limit(limit).execute()).map((row) => row.file_id)
}

/** Returns which of these titles the user's recordings outside the trash already have. */
export async function listKnownTitles(ctx: AppContext, userId: string, titles: readonly string[]): Promise<string[]> {
  const rows = await tables(ctx)
    .selectFrom('file')
    .select('filename')
    .distinct()
    .where('user_id', '=', userId)
    .where('trashed_at', 'is', null)
    .where(sql<boolean>`filename = any(${[...titles]}::text[])`)
    .execute()
  return rows.map((row) => row.filename)
}

/**
 * Returns the user's recordings outside the trash that were made from one of these audio files, matched by the MD5 before upload
 * or as stored.
 */
export async function listFilesByMd5(
  ctx: AppContext,
  userId: string,
  md5s: readonly string[],
): Promise<Pick<FileRecord, 'file_id' | 'filename' | 'md5' | 'source_md5'>[]> {
  const anyMd5 = sql`any(${[...md5s]}::text[])`
  return tables(ctx)
    .selectFrom('file')
    .select(['file_id', 'filename', 'md5', 'source_md5'])
    .where('user_id', '=', userId)
    .where('trashed_at', 'is', null)
    .where(sql<boolean>`(md5 = ${anyMd5} or source_md5 = ${anyMd5})`)
    .orderBy('start_time', 'desc')
    .orderBy('file_id')
    .execute()
}

/** Selects recordings outside the trash. An absent or empty filter selects all; '' in `folderIds` means no folder. */
export type ActiveFilter = {
  readonly fileId?: string | undefined
  /** An empty list selects all, as in the other lists. */
  readonly fileIds?: readonly string[] | undefined
  readonly folderIds?: readonly string[] | undefined
  readonly scenes?: readonly number[] | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly minDuration?: number | undefined
  readonly maxDuration?: number | undefined
}

/**
 * Returns SQL that selects `file_id`, `start_time`, `scene` and `has_transcript` of a user's recordings outside the trash, for
 * queries of features above that join it: they see every change of a recording at once.
 */
export function selectActive(userId: string, filter: ActiveFilter = {}): RawBuilder<unknown> {
  const { fileId, fileIds = [], folderIds = [], scenes = [], from, to, minDuration, maxDuration } = filter
  const inFolder = sql`(filetag_ids && ${[...folderIds]}::text[]
    ${folderIds.includes('') ? sql`or cardinality(filetag_ids) = 0` : sql``})`
  const conditions = [
    sql`user_id = ${userId}`,
    sql`trashed_at is null`,
    ...(fileId === undefined ? [] : [sql`file_id = ${fileId}`]),
    ...(fileIds.length === 0 ? [] : [sql`file_id = any(${[...fileIds]}::text[])`]),
    ...(folderIds.length === 0 ? [] : [inFolder]),
    ...(scenes.length === 0 ? [] : [sql`scene = any(${[...scenes]}::int[])`]),
    ...(from ? [sql`start_time >= ${from}`] : []),
    ...(to ? [sql`start_time <= ${to}`] : []),
    ...(minDuration === undefined ? [] : [sql`duration_ms >= ${minDuration}`]),
    ...(maxDuration === undefined ? [] : [sql`duration_ms <= ${maxDuration}`]),
  ]
  return sql`select file_id, start_time, scene, has_transcript from file where ${sql.join(conditions, sql` and `)}`
}

/** Returns the ids of all recordings of a user, oldest first, including the trash. */
export async function listIds(ctx: AppContext, userId: string): Promise<string[]> {
  const ownFiles = tables(ctx).selectFrom('file').select('file_id').where('user_id', '=', userId)
  return (await ownFiles.orderBy('start_time').orderBy('file_id').execute()).map((row) => row.file_id)
}

/** Returns false when a recording of the same blob exists: confirming an upload twice creates one recording. */
export async function insertFile(ctx: AppContext, row: FileRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(ctx)
    .insertInto('file')
    .values({ ...row, extra_data: json(row.extra_data) })
    .onConflict((conflict) => conflict.column('blob_key').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns the user's recording of a stored blob; undefined when it does not or no longer exists. */
export const readFileOfBlob = async (ctx: AppContext, userId: string, blobKey: string) =>
  tables(ctx).selectFrom('file').selectAll().where('user_id', '=', userId).where('blob_key', '=', blobKey).executeTakeFirst()

export async function updateFiles(
  ctx: AppContext,
  userId: string,
  fileIds: readonly string[],
  change: Partial<FileRecord>,
): Promise<void> {
  const { extra_data, ...rest } = change
  await tables(ctx)
    .updateTable('file')
    .set({ ...rest, ...(extra_data && { extra_data: json(extra_data) }) })
    .where('user_id', '=', userId)
    .where(hasIdIn(fileIds))
    .execute()
}

export async function deleteFiles(ctx: AppContext, userId: string, fileIds: readonly string[]): Promise<void> {
  await tables(ctx).deleteFrom('file').where('user_id', '=', userId).where(hasIdIn(fileIds)).execute()
}

/** Removes one folder from every recording in it (B§4: its recordings become unorganized). */
export async function removeFolderId(tx: AppContext, userId: string, tagId: string): Promise<void> {
  await lockLibrary(tx, userId)
  await tables(tx)
    .updateTable('file')
    .set({ filetag_ids: sql`array_remove(filetag_ids, ${tagId})`, edit_time: tx.clock.now() })
    .where('user_id', '=', userId)
    .where(sql<boolean>`${tagId} = any(filetag_ids)`)
    .execute()
}

export async function writeResult(ctx: AppContext, row: Omit<ResultRecord, 'saved_at'>): Promise<void> {
  const saved_at = ctx.clock.now()
  await tables(ctx)
    .insertInto('file_result')
    .values({ ...row, saved_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'file_id', 'kind']).doUpdateSet({ body: row.body, saved_at }))
    .execute()
}

export const readResults = async (ctx: AppContext, userId: string, fileIds: readonly string[], kinds: readonly ResultKind[]) =>
  fileIds.length === 0
    ? []
    : tables(ctx)
        .selectFrom('file_result')
        .select(['file_id', 'kind', 'body'])
        .where('user_id', '=', userId)
        .where(hasIdIn(fileIds))
        .where('kind', 'in', [...kinds])
        .execute()
