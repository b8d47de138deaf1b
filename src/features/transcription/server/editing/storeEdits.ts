import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Segment } from '#features/files/contract.ts'
import type { AppContext } from '#platform/context.ts'
import type { EditSource, PastEdit, TextChange } from '../../contract/edits.ts'
import type { StoredOperation } from '../../rules/edits.ts'

/** What the history shows of an edit. */
export type EditSummary = Pick<PastEdit, 'kinds' | 'renamed' | 'changes'>

export type VersionRecord = {
  user_id: string
  file_id: string
  machine: Buffer
  version: number
  base_version: number
  generation: number
  unapplied: TextChange[]
}

export type EditRecord = {
  user_id: string
  file_id: string
  number: number
  generation: number
  version: number
  edited_at: Date
  source: EditSource
  /** `discarded`: undone, and then something else was done instead. */
  state: 'active' | 'undone' | 'discarded'
  operations: Buffer
  summary: EditSummary
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ transcript_version: VersionRecord; transcript_edit: EditRecord }>()
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const toJson = <T>(value: T): T => JSON.stringify(value) as unknown as T

export const compressSegments = async (segments: readonly Segment[]): Promise<Buffer> => compress(JSON.stringify(segments))
export const readSegments = async (body: Buffer): Promise<Segment[]> =>
  JSON.parse((await decompress(body)).toString('utf8')) as Segment[]
export const compressOperations = async (operations: readonly StoredOperation[]): Promise<Buffer> =>
  compress(JSON.stringify(operations))
export const readOperations = async ({ operations }: Pick<EditRecord, 'operations'>): Promise<StoredOperation[]> =>
  JSON.parse((await decompress(operations)).toString('utf8')) as StoredOperation[]

/** Returns the version of an edited transcript, or undefined when it was never edited. */
export const readVersion = async (ctx: AppContext, userId: string, fileId: string): Promise<VersionRecord | undefined> =>
  tables(ctx)
    .selectFrom('transcript_version')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .executeTakeFirst()

export async function writeVersion(tx: AppContext, row: VersionRecord): Promise<void> {
  const { user_id: _user, file_id: _file, unapplied, ...change } = row
  await tables(tx)
    .insertInto('transcript_version')
    .values({ ...row, unapplied: toJson(unapplied) })
    .onConflict((conflict) => conflict.columns(['user_id', 'file_id']).doUpdateSet({ ...change, unapplied: toJson(unapplied) }))
    .execute()
}

/** Returns the edits of a generation in order. */
export const listEdits = async (ctx: AppContext, { user_id, file_id, generation }: VersionRecord): Promise<EditRecord[]> =>
  tables(ctx)
    .selectFrom('transcript_edit')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('file_id', '=', file_id)
    .where('generation', '=', generation)
    .orderBy('number')
    .execute()

/** Returns edits before a number, newest first. */
export const listHistory = async (
  ctx: AppContext,
  userId: string,
  fileId: string,
  { before, limit }: { before: number; limit: number },
): Promise<Omit<EditRecord, 'operations'>[]> =>
  tables(ctx)
    .selectFrom('transcript_edit')
    .select(['user_id', 'file_id', 'number', 'generation', 'version', 'edited_at', 'source', 'state', 'summary'])
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .where('number', '<', before)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()

export async function insertEdit(tx: AppContext, row: Omit<EditRecord, 'number'>): Promise<void> {
  const { user_id, file_id } = row
  const last = await tables(tx)
    .selectFrom('transcript_edit')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('user_id', '=', user_id)
    .where('file_id', '=', file_id)
    .executeTakeFirst()
  await tables(tx)
    .insertInto('transcript_edit')
    .values({ ...row, number: (last?.number ?? 0) + 1, summary: toJson(row.summary) })
    .execute()
}

export const setEditState = async (
  tx: AppContext,
  { user_id, file_id }: VersionRecord,
  numbers: readonly number[],
  state: EditRecord['state'],
): Promise<void> =>
  void (await tables(tx)
    .updateTable('transcript_edit')
    .set({ state })
    .where('user_id', '=', user_id)
    .where('file_id', '=', file_id)
    .where('number', 'in', [...numbers])
    .execute())

/** Returns all edits of a user, for the download of all personal data. */
export const listAllEdits = async (ctx: AppContext, userId: string): Promise<EditRecord[]> =>
  tables(ctx)
    .selectFrom('transcript_edit')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('file_id')
    .orderBy('number')
    .execute()
