import { sql } from 'kysely'
import type { Bytes, Millis } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'

export type RecordingRow = {
  user_id: string
  recording_id: string
  filename: string
  start_time: Date
  timezone: number
  filetag_ids: string[]
  state: 'open' | 'filed' | 'discarded'
  begun_at: Date
  heard_at: Date
  bytes: Bytes
  duration_ms: Millis
  blob_key: string | null
  made_of: number | null
  tried: string[]
}
export type PieceRow = {
  user_id: string
  recording_id: string
  number: number
  md5: string
  bytes: Bytes
  duration_ms: Millis
}
type Tables = { recording: RecordingRow; recording_piece: PieceRow }
type Named = Pick<RecordingRow, 'user_id' | 'recording_id'>

const tables = (ground: Ground) => ground.db.withTables<Tables>()

/** Returns false when a recording with this id exists, of any account. */
export async function insertRecording(ground: Ground, row: RecordingRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(ground)
    .insertInto('recording')
    .values(row)
    .onConflict((conflict) => conflict.column('recording_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns the user's own recording, never one of another user. */
export const readRecording = async (ground: Ground, userId: string, recordingId: string): Promise<RecordingRow | undefined> =>
  tables(ground)
    .selectFrom('recording')
    .selectAll()
    .where('user_id', '=', userId)
    .where('recording_id', '=', recordingId)
    .executeTakeFirst()

/** Locks the recording until the transaction ends: no piece is added and no other process finishes it. */
export const lockRecording = async (step: Ground, of: Named): Promise<RecordingRow | undefined> =>
  tables(step)
    .selectFrom('recording')
    .selectAll()
    .where('user_id', '=', of.user_id)
    .where('recording_id', '=', of.recording_id)
    .forUpdate()
    .executeTakeFirst()

export async function updateRecording(ground: Ground, of: Named, change: Partial<RecordingRow>): Promise<void> {
  await tables(ground)
    .updateTable('recording')
    .set(change)
    .where('user_id', '=', of.user_id)
    .where('recording_id', '=', of.recording_id)
    .execute()
}

/** Stores the key of a merge attempt before it begins, so that a failed one can be deleted. */
export async function noteTry(ground: Ground, of: Named, key: string): Promise<void> {
  await tables(ground)
    .updateTable('recording')
    .set({ tried: sql`array_append(tried, ${key})` })
    .where('user_id', '=', of.user_id)
    .where('recording_id', '=', of.recording_id)
    .execute()
}

/** Returns the user's recordings that are not files yet, newest first. */
export const listOpen = async (ground: Ground, userId: string): Promise<RecordingRow[]> =>
  tables(ground)
    .selectFrom('recording')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .orderBy('begun_at', 'desc')
    .orderBy('recording_id')
    .execute()

/** Returns open recordings of all users without a new piece since `before`, oldest first. */
export const listForgotten = async (ground: Ground, before: Date): Promise<RecordingRow[]> =>
  tables(ground)
    .selectFrom('recording')
    .selectAll()
    .where('state', '=', 'open')
    .where('heard_at', '<', before)
    .orderBy('heard_at')
    .limit(500)
    .execute()

export const readPiece = async (ground: Ground, of: Named, number: number): Promise<PieceRow | undefined> =>
  tables(ground)
    .selectFrom('recording_piece')
    .selectAll()
    .where('user_id', '=', of.user_id)
    .where('recording_id', '=', of.recording_id)
    .where('number', '=', number)
    .executeTakeFirst()

/** Returns all pieces of a recording in order. */
export const listPieces = async (ground: Ground, of: Named): Promise<PieceRow[]> =>
  tables(ground)
    .selectFrom('recording_piece')
    .selectAll()
    .where('user_id', '=', of.user_id)
    .where('recording_id', '=', of.recording_id)
    .orderBy('number')
    .execute()

/** Inserts a piece of a locked recording that has no piece with this number. */
export async function insertPiece(step: Ground, row: PieceRow, heardAt: Date): Promise<void> {
  await tables(step).insertInto('recording_piece').values(row).execute()
  await tables(step)
    .updateTable('recording')
    .set({ bytes: sql`bytes + ${row.bytes}`, duration_ms: sql`duration_ms + ${row.duration_ms}`, heard_at: heardAt })
    .where('user_id', '=', row.user_id)
    .where('recording_id', '=', row.recording_id)
    .execute()
}

export async function deletePieces(ground: Ground, of: Named): Promise<void> {
  await tables(ground)
    .deleteFrom('recording_piece')
    .where('user_id', '=', of.user_id)
    .where('recording_id', '=', of.recording_id)
    .execute()
}
