import type { TranscribedWindow, TimeSpan, Word } from '#platform/speech/speech.ts'
import type { AppContext } from '#platform/context.ts'
import { json, type JsonTable } from '#platform/db/json.ts'

export type WindowRecord = {
  user_id: string
  file_id: string
  task_id: string
  start_ms: number
  end_ms: number
  language: string
  words: readonly Word[]
  not_understood: readonly TimeSpan[]
}

export const toTranscribedWindow = (row: WindowRecord): TranscribedWindow => ({
  start: row.start_ms,
  end: row.end_ms,
  language: row.language,
  words: row.words,
  notUnderstood: row.not_understood,
})

/** A voice of a recording. `speaker` is its default name, `embedding` a unit vector. */
export type SpeakerVoice = { speaker: string; embedding: number[]; clear_seconds: number }
type SpeakerRecord = SpeakerVoice & { user_id: string; file_id: string }

type WindowTable = JsonTable<WindowRecord, 'words' | 'not_understood'>
const tables = (ctx: AppContext) => ctx.db.withTables<{ transcribed_window: WindowTable; recording_speaker: SpeakerRecord }>()

/** Returns the windows of a task in order; with `after`, those that start later. */
export const listWindows = async (
  ctx: AppContext,
  userId: string,
  fileId: string,
  { taskId, after = -1 }: { taskId: string; after?: number },
): Promise<WindowRecord[]> =>
  tables(ctx)
    .selectFrom('transcribed_window')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .where('task_id', '=', taskId)
    .where('start_ms', '>', after)
    .orderBy('start_ms')
    .execute()

/** Returns the latest task of a recording that has windows, or undefined. */
export async function findLatestTaskId(ctx: AppContext, userId: string, fileId: string): Promise<string | undefined> {
  const row = await tables(ctx)
    .selectFrom('transcribed_window')
    .select('task_id')
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .orderBy('task_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.task_id
}

export async function insertWindow(ctx: AppContext, row: WindowRecord): Promise<void> {
  await tables(ctx)
    .insertInto('transcribed_window')
    .values({
      ...row,
      words: json(row.words),
      not_understood: json(row.not_understood),
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'file_id', 'task_id', 'start_ms']).doNothing())
    .execute()
}

export async function deleteWindows(ctx: AppContext, userId: string, fileId: string): Promise<void> {
  await tables(ctx).deleteFrom('transcribed_window').where('user_id', '=', userId).where('file_id', '=', fileId).execute()
}

/** Replaces the voices of a recording. */
export async function replaceSpeakers(
  tx: AppContext,
  userId: string,
  fileId: string,
  voices: readonly SpeakerVoice[],
): Promise<void> {
  await tables(tx).deleteFrom('recording_speaker').where('user_id', '=', userId).where('file_id', '=', fileId).execute()
  const rows = voices.map((voice) => ({ user_id: userId, file_id: fileId, ...voice }))
  if (rows.length > 0) await tables(tx).insertInto('recording_speaker').values(rows).execute()
}

export const listSpeakers = async (ctx: AppContext, userId: string, fileId: string): Promise<SpeakerRecord[]> =>
  tables(ctx)
    .selectFrom('recording_speaker')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .orderBy('speaker')
    .execute()

export const listAllSpeakers = async (ctx: AppContext, userId: string): Promise<SpeakerRecord[]> =>
  tables(ctx)
    .selectFrom('recording_speaker')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('file_id')
    .orderBy('speaker')
    .execute()
