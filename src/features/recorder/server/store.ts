import { sql } from 'kysely'
import type { Bytes, Millis } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'

export type RecordingRow = {
  user_id: string
  recording_id: string
  filename: string
  start_time: Date
  timezone: number
  filetag_ids: string[]
  state: 'open' | 'filed' | 'discarded'
  begun_at: Date
  last_piece_at: Date
  bytes: Bytes
  duration_ms: Millis
  blob_key: string | null
  piece_count: number | null
  tried: string[]
}
export type PieceRow = {
  user_id: string
  recording_id: string
  number: number
  md5: string
  bytes: Bytes
  duration_ms: Millis
  received_at: Date
}
type Tables = { recording: RecordingRow; recording_piece: PieceRow }
type RecordingIds = Pick<RecordingRow, 'user_id' | 'recording_id'>

const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

/** Inserts a recording. Returns false when its id exists, in any account. */
export async function insertRecording(ctx: AppContext, row: RecordingRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(ctx)
    .insertInto('recording')
    .values(row)
    .onConflict((conflict) => conflict.column('recording_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns a recording of the user. */
export const readRecording = async (ctx: AppContext, userId: string, recordingId: string): Promise<RecordingRow | undefined> =>
  tables(ctx)
    .selectFrom('recording')
    .selectAll()
    .where('user_id', '=', userId)
    .where('recording_id', '=', recordingId)
    .executeTakeFirst()

/** Locks the recording until the transaction ends: no piece is added and no other process finishes it. */
export const lockRecording = async (tx: AppContext, recording: RecordingIds): Promise<RecordingRow | undefined> =>
  tables(tx)
    .selectFrom('recording')
    .selectAll()
    .where('user_id', '=', recording.user_id)
    .where('recording_id', '=', recording.recording_id)
    .forUpdate()
    .executeTakeFirst()

export async function updateRecording(ctx: AppContext, recording: RecordingIds, change: Partial<RecordingRow>): Promise<void> {
  await tables(ctx)
    .updateTable('recording')
    .set(change)
    .where('user_id', '=', recording.user_id)
    .where('recording_id', '=', recording.recording_id)
    .execute()
}

/** Stores the key of a merge attempt before it begins, so that a failed one can be deleted. */
export async function recordAttempt(ctx: AppContext, recording: RecordingIds, key: string): Promise<void> {
  await tables(ctx)
    .updateTable('recording')
    .set({ tried: sql`array_append(tried, ${key})` })
    .where('user_id', '=', recording.user_id)
    .where('recording_id', '=', recording.recording_id)
    .execute()
}

/** Returns the user's recordings that are not files yet, newest first. */
export const listOpen = async (ctx: AppContext, userId: string): Promise<RecordingRow[]> =>
  tables(ctx)
    .selectFrom('recording')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .orderBy('begun_at', 'desc')
    .orderBy('recording_id')
    .execute()

/** Returns open recordings of all users without a new piece since `inactiveSince`, oldest first. */
export const listAbandoned = async (ctx: AppContext, inactiveSince: Date): Promise<RecordingRow[]> =>
  tables(ctx)
    .selectFrom('recording')
    .selectAll()
    .where('state', '=', 'open')
    .where('last_piece_at', '<', inactiveSince)
    .orderBy('last_piece_at')
    .limit(500)
    .execute()

export const readPiece = async (ctx: AppContext, recording: RecordingIds, number: number): Promise<PieceRow | undefined> =>
  tables(ctx)
    .selectFrom('recording_piece')
    .selectAll()
    .where('user_id', '=', recording.user_id)
    .where('recording_id', '=', recording.recording_id)
    .where('number', '=', number)
    .executeTakeFirst()

/** Returns all pieces of a recording in order. */
export const listPieces = async (ctx: AppContext, recording: RecordingIds): Promise<PieceRow[]> =>
  tables(ctx)
    .selectFrom('recording_piece')
    .selectAll()
    .where('user_id', '=', recording.user_id)
    .where('recording_id', '=', recording.recording_id)
    .orderBy('number')
    .execute()

/** Returns the pieces with this number and higher ones, in order. */
export const listPiecesFrom = async (ctx: AppContext, recording: RecordingIds, number: number): Promise<PieceRow[]> =>
  tables(ctx)
    .selectFrom('recording_piece')
    .selectAll()
    .where('user_id', '=', recording.user_id)
    .where('recording_id', '=', recording.recording_id)
    .where('number', '>=', number)
    .orderBy('number')
    .execute()

/** Inserts a piece of a locked recording that has no piece with this number. */
export async function insertPiece(tx: AppContext, row: PieceRow): Promise<void> {
  await tables(tx).insertInto('recording_piece').values(row).execute()
  await tables(tx)
    .updateTable('recording')
    .set({ bytes: sql`bytes + ${row.bytes}`, duration_ms: sql`duration_ms + ${row.duration_ms}`, last_piece_at: row.received_at })
    .where('user_id', '=', row.user_id)
    .where('recording_id', '=', row.recording_id)
    .execute()
}

export async function deletePieces(ctx: AppContext, recording: RecordingIds): Promise<void> {
  await tables(ctx)
    .deleteFrom('recording_piece')
    .where('user_id', '=', recording.user_id)
    .where('recording_id', '=', recording.recording_id)
    .execute()
}
