import type { AppContext } from '#platform/context.ts'
import { json, type JsonTable } from '#platform/db/json.ts'
import type { LiveStatus } from '../../contract.ts'
import type { RecordingRow } from '../store.ts'
import type { LiveLine } from './liveLines.ts'
import type { LiveProgress } from './planDecoding.ts'

export type LiveWordsRow = {
  user_id: string
  recording_id: string
  is_on: boolean
  status: LiveStatus
  piece_count: number
  queued_at: Date | null
  worker_id: string | null
  decoded_at: Date | null
  progress: LiveProgress
  version: number
}
type LineRow = { user_id: string; recording_id: string; number: number; start_ms: number; end_ms: number; text: string }
type Tables = { live_words: JsonTable<LiveWordsRow, 'progress'>; live_line: LineRow }
type RecordingIds = Pick<RecordingRow, 'user_id' | 'recording_id'>

const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

export const readLiveWords = async (ctx: AppContext, recording: RecordingIds): Promise<LiveWordsRow | undefined> =>
  await selectLiveWords(ctx, recording).executeTakeFirst()

export const lockLiveWords = async (tx: AppContext, recording: RecordingIds): Promise<LiveWordsRow | undefined> =>
  await selectLiveWords(tx, recording).forUpdate().executeTakeFirst()

const selectLiveWords = (ctx: AppContext, { user_id, recording_id }: RecordingIds) =>
  tables(ctx).selectFrom('live_words').selectAll().where('user_id', '=', user_id).where('recording_id', '=', recording_id)

export async function insertLiveWords(tx: AppContext, row: LiveWordsRow): Promise<void> {
  await tables(tx)
    .insertInto('live_words')
    .values({ ...row, progress: json(row.progress) })
    .execute()
}

/** Changes a locked row. */
export async function updateLiveWords(tx: AppContext, recording: RecordingIds, change: Partial<LiveWordsRow>): Promise<void> {
  const { progress, ...columns } = change
  await tables(tx)
    .updateTable('live_words')
    .set({ ...columns, ...(progress && { progress: json(progress) }) })
    .where('user_id', '=', recording.user_id)
    .where('recording_id', '=', recording.recording_id)
    .execute()
}

/** Deletes the words of a recording and its lines. */
export async function deleteLiveWords(tx: AppContext, recording: RecordingIds): Promise<void> {
  await tables(tx)
    .deleteFrom('live_words')
    .where('user_id', '=', recording.user_id)
    .where('recording_id', '=', recording.recording_id)
    .execute()
}

/** Returns whether this worker has decoded another recording after a time. */
export async function isWorkerTaken(ctx: AppContext, recordingId: string, workerId: string, since: Date): Promise<boolean> {
  const other = await tables(ctx)
    .selectFrom('live_words')
    .select('recording_id')
    .where('worker_id', '=', workerId)
    .where('recording_id', '<>', recordingId)
    .where('is_on', '=', true)
    .where('decoded_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export async function upsertLines(tx: AppContext, { user_id, recording_id }: RecordingIds, lines: readonly LiveLine[]) {
  if (lines.length === 0) return
  await tables(tx)
    .insertInto('live_line')
    .values(lines.map(({ number, start, end, text }) => ({ user_id, recording_id, number, start_ms: start, end_ms: end, text })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'recording_id', 'number']).doUpdateSet((eb) => ({
        text: eb.ref('excluded.text'),
        end_ms: eb.ref('excluded.end_ms'),
      })),
    )
    .execute()
}

/** Returns the lines from this number on. */
export async function listLines(ctx: AppContext, recording: RecordingIds, from = 0): Promise<LiveLine[]> {
  const rows = await selectLines(ctx, recording).where('number', '>=', from).orderBy('number').execute()
  return rows.map(toLine)
}

export async function readLastLine(ctx: AppContext, recording: RecordingIds): Promise<LiveLine | undefined> {
  const row = await selectLines(ctx, recording).orderBy('number', 'desc').limit(1).executeTakeFirst()
  return row && toLine(row)
}

const selectLines = (ctx: AppContext, { user_id, recording_id }: RecordingIds) =>
  tables(ctx).selectFrom('live_line').selectAll().where('user_id', '=', user_id).where('recording_id', '=', recording_id)

const toLine = ({ number, start_ms, end_ms, text }: LineRow): LiveLine => ({ number, start: start_ms, end: end_ms, text })
