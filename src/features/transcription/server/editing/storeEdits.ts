import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { sql } from 'kysely'
import type { Segment } from '#features/files/contract.ts'
import type { Bytes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { json, type JsonTable } from '#platform/db/json.ts'
import type { Edit, EditSource } from '../../contract.ts'
import type { StoredOperation } from '../../rules.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export type VersionRecord = {
  user_id: string
  file_id: string
  version: number
  /** Edits of earlier versions are outdated, because the recognised text has changed. */
  base_version: number
  /** The compressed recognised text of an edited transcript. */
  machine: Buffer | null
  machine_at: Date
}

export type EditRecord = {
  user_id: string
  file_id: string
  edit_id: string
  position: number
  made_version: number
  changed_version: number
  made_at: Date
  source: EditSource
  client: string
  operations: readonly StoredOperation[]
  touched: string[]
  description: Pick<Edit, 'kind' | 'count' | 'segment' | 'change'>
  unapplied: Edit['unapplied']
  is_undone: boolean
}

type EditTable = JsonTable<EditRecord & { bytes: Bytes }, 'operations' | 'description' | 'unapplied'>
type Tables = { transcript_version: VersionRecord; transcript_edit: EditTable }
const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

export const compressSegments = async (segments: readonly Segment[]): Promise<Buffer> => compress(JSON.stringify(segments))
export const readSegments = async (machine: Buffer): Promise<Segment[]> =>
  JSON.parse((await decompress(machine)).toString('utf8')) as Segment[]

export const readVersion = async (ctx: AppContext, userId: string, fileId: string): Promise<VersionRecord | undefined> =>
  tables(ctx)
    .selectFrom('transcript_version')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .executeTakeFirst()

export async function writeVersion(tx: AppContext, { user_id, file_id, ...row }: VersionRecord): Promise<void> {
  await tables(tx)
    .insertInto('transcript_version')
    .values({ user_id, file_id, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'file_id']).doUpdateSet(row))
    .execute()
}

const editsOf = (ctx: AppContext, userId: string, fileId: string) =>
  tables(ctx).selectFrom('transcript_edit').where('user_id', '=', userId).where('file_id', '=', fileId)

/** Returns the edits that are not undone, in the order in which they apply. */
export const listActiveEdits = async (ctx: AppContext, userId: string, fileId: string): Promise<EditRecord[]> =>
  editsOf(ctx, userId, fileId).selectAll().where('is_undone', '=', false).orderBy('position').orderBy('edit_id').execute()

export const readEdit = async (ctx: AppContext, userId: string, fileId: string, editId: string) =>
  editsOf(ctx, userId, fileId).selectAll().where('edit_id', '=', editId).executeTakeFirst()

/** Returns how many edits a transcript has, and the size of their operations as JSON. */
export const measureHistory = async (ctx: AppContext, userId: string, fileId: string): Promise<{ edits: number; bytes: Bytes }> =>
  editsOf(ctx, userId, fileId)
    .select(({ fn }) => [fn.countAll<number>().as('edits'), fn.coalesce(fn.sum<number>('bytes'), sql<number>`0`).as('bytes')])
    .executeTakeFirstOrThrow()
    .then(({ edits, bytes }) => ({ edits, bytes: Number(bytes) }))

export const jsonBytes = (value: unknown): Bytes => Buffer.byteLength(JSON.stringify(value))

/** Returns the last edit that is neither undone nor made by the word list, or undefined. */
export const findUndoable = async (ctx: AppContext, userId: string, fileId: string) =>
  editsOf(ctx, userId, fileId)
    .select('edit_id')
    .where('is_undone', '=', false)
    .where('source', '<>', 'word_list')
    .orderBy('position', 'desc')
    .executeTakeFirst()

/** Returns the last undone edit, unless an edit was made or the recognised text changed since then. */
export const findRedoable = async (ctx: AppContext, userId: string, fileId: string, baseVersion: number) =>
  editsOf(ctx, userId, fileId)
    .select('edit_id')
    .where('is_undone', '=', true)
    .where('changed_version', '>', baseVersion)
    .where(({ eb }) =>
      eb(
        'changed_version',
        '>',
        editsOf(ctx, userId, fileId).select(({ fn }) => fn.coalesce(fn.max('made_version'), sql<number>`0`).as('made')),
      ),
    )
    .orderBy('changed_version', 'desc')
    .executeTakeFirst()

/** Returns the ids of segments touched by edits that were made, undone or redone after a version. */
export async function listTouchedSince(ctx: AppContext, userId: string, fileId: string, version: number): Promise<Set<string>> {
  const rows = await editsOf(ctx, userId, fileId).select('touched').where('changed_version', '>', version).execute()
  return new Set(rows.flatMap(({ touched }) => touched))
}

export type EditPage = { before?: number | undefined; segment?: string | undefined; limit: number }

/** Returns the edits before a version, or those that touched a segment, newest first. */
export const listEdits = async (ctx: AppContext, userId: string, fileId: string, { before, segment, limit }: EditPage) =>
  editsOf(ctx, userId, fileId)
    .select(['edit_id', 'made_version', 'made_at', 'source', 'client', 'description', 'unapplied', 'is_undone'])
    .$if(before !== undefined, (query) => query.where('made_version', '<', before ?? 0))
    .$if(segment !== undefined, (query) => query.where(sql<boolean>`${segment} = any(touched)`))
    .orderBy('made_version', 'desc')
    .limit(limit)
    .execute()

export async function insertEdit(tx: AppContext, row: EditRecord): Promise<void> {
  const { operations, description, unapplied } = row
  await tables(tx)
    .insertInto('transcript_edit')
    .values({
      ...row,
      operations: json(operations),
      bytes: jsonBytes(operations),
      description: json(description),
      unapplied: json(unapplied),
    })
    .execute()
}

export async function setUndone(tx: AppContext, row: EditRecord, isUndone: boolean, version: number): Promise<void> {
  await tables(tx)
    .updateTable('transcript_edit')
    .set({ is_undone: isUndone, changed_version: version })
    .where('user_id', '=', row.user_id)
    .where('file_id', '=', row.file_id)
    .where('edit_id', '=', row.edit_id)
    .execute()
}

/** Updates the operations of an edit for a new recognised text. */
export async function updateOperations(
  tx: AppContext,
  row: EditRecord,
  { operations, unapplied }: Pick<EditRecord, 'operations' | 'unapplied'>,
): Promise<void> {
  await tables(tx)
    .updateTable('transcript_edit')
    .set({ operations: json(operations), bytes: jsonBytes(operations), unapplied: json(unapplied) })
    .where('user_id', '=', row.user_id)
    .where('file_id', '=', row.file_id)
    .where('edit_id', '=', row.edit_id)
    .execute()
}

export async function deleteWordListEdits(tx: AppContext, userId: string, fileId: string): Promise<void> {
  await tables(tx)
    .deleteFrom('transcript_edit')
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .where('source', '=', 'word_list')
    .execute()
}

/** Returns the edits of all recordings of a user, for the download of all personal data. */
export const listAllEdits = async (ctx: AppContext, userId: string) =>
  tables(ctx)
    .selectFrom('transcript_edit')
    .select(['file_id', 'made_at', 'source', 'client', 'description', 'is_undone'])
    .where('user_id', '=', userId)
    .orderBy('file_id')
    .orderBy('position')
    .execute()
