import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import type { UploadType } from '../contract.ts'

export type UploadRecord = {
  user_id: string
  upload_id: string
  object_name: string
  file_type: UploadType
  bytes: number
  state: 'open' | 'merged' | 'confirmed'
  created_at: Date
  filename: string | null
  source_md5: string | null
  /** False for an upload that is sent as one form. */
  in_parts: boolean
  touched_at: Date
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ upload: UploadRecord }>()

export async function insertUpload(ctx: AppContext, row: UploadRecord): Promise<void> {
  await tables(ctx).insertInto('upload').values(row).execute()
}

type UploadIds = { readonly uploadId?: string | null | undefined; readonly objectName?: string | null | undefined }

/**
 * Returns a multipart upload of the user. Both ids must match when both are given; without any it is the
 * newest upload of a client that named none when it began.
 */
export async function readUpload(ctx: AppContext, userId: string, { uploadId, objectName }: UploadIds) {
  let uploads = tables(ctx).selectFrom('upload').selectAll().where('user_id', '=', userId).where('in_parts', '=', true)
  if (uploadId) uploads = uploads.where('upload_id', '=', uploadId)
  if (objectName) uploads = uploads.where('object_name', '=', objectName)
  if (!uploadId && !objectName) uploads = uploads.where('filename', 'is', null)
  return uploads.orderBy('touched_at', 'desc').orderBy('created_at', 'desc').limit(1).executeTakeFirst()
}

/** Returns the user's multipart uploads that are not recordings yet, newest first. */
export const listUnfinished = async (ctx: AppContext, userId: string, limit: number): Promise<UploadRecord[]> =>
  tables(ctx)
    .selectFrom('upload')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '!=', 'confirmed')
    .where('in_parts', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('upload_id')
    .limit(limit)
    .execute()

/** Returns the number and the total announced size of the user's uploads that are not recordings yet. */
export async function sumUnfinished(ctx: AppContext, userId: string): Promise<{ uploads: number; bytes: number }> {
  const { uploads, bytes } = await tables(ctx)
    .selectFrom('upload')
    .select(sql<string>`count(*)`.as('uploads'))
    .select(sql<string>`coalesce(sum(bytes), 0)`.as('bytes'))
    .where('user_id', '=', userId)
    .where('state', '!=', 'confirmed')
    .executeTakeFirstOrThrow()
  return { uploads: Number(uploads), bytes: Number(bytes) }
}

/** Serializes the beginning of uploads of one user until the transaction ends, so that each one sees those before it. */
export const lockAccountUploads = async (tx: AppContext, userId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`upload:${userId}`}, 0))`.execute(tx.db))

type UploadState = UploadRecord['state']

/**
 * Moves an upload from one state to the next. Does nothing when the state has already changed: a late call must never make a
 * confirmed upload look unfinished, because the cleanup would delete its audio. Returns true when the state was changed.
 */
export async function setState(
  ctx: AppContext,
  { user_id, upload_id }: UploadRecord,
  { from, to }: { from: UploadState; to: UploadState },
): Promise<boolean> {
  const { numUpdatedRows } = await tables(ctx)
    .updateTable('upload')
    .set({ state: to, touched_at: ctx.clock.now() })
    .where('user_id', '=', user_id)
    .where('upload_id', '=', upload_id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks the upload as used now. Returns false when it no longer exists in this state. */
export const touchUpload = (ctx: AppContext, upload: UploadRecord): Promise<boolean> =>
  setState(ctx, upload, { from: upload.state, to: upload.state })

/** Locks the upload until the transaction ends. Returns undefined when it was removed. */
export const lockUpload = async (tx: AppContext, { user_id, upload_id }: Pick<UploadRecord, 'user_id' | 'upload_id'>) =>
  tables(tx)
    .selectFrom('upload')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('upload_id', '=', upload_id)
    .forUpdate()
    .executeTakeFirst()

/** Locks and returns one unconfirmed upload last used before `touchedBefore` or begun before `begunBefore`. Skips locked rows. */
export const lockAbandoned = async (tx: AppContext, { touchedBefore, begunBefore }: { touchedBefore: Date; begunBefore: Date }) =>
  tables(tx)
    .selectFrom('upload')
    .selectAll()
    .where('state', '!=', 'confirmed')
    .where(({ or, eb }) => or([eb('touched_at', '<', touchedBefore), eb('created_at', '<', begunBefore)]))
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export async function deleteUpload(ctx: AppContext, { user_id, upload_id }: UploadRecord): Promise<void> {
  await tables(ctx).deleteFrom('upload').where('user_id', '=', user_id).where('upload_id', '=', upload_id).execute()
}

/** Deletes the upload rows of confirmed uploads; the recordings stay. */
export async function deleteConfirmed(ctx: AppContext, before: Date): Promise<void> {
  await tables(ctx).deleteFrom('upload').where('state', '=', 'confirmed').where('touched_at', '<', before).execute()
}
