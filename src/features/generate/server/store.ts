import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import { json, type JsonTable } from '#platform/db/json.ts'
import type { SectionKind, SpeakerMemo, UsedTemplate } from '#features/notes/contract.ts'
import type { Stage } from '../contract.ts'

export type TaskRecord = {
  user_id: string
  file_id: string
  task_id: string
  stage: Stage
  status: number
  msg: string
  language: string | null
  attempt: number
  engine_failures: number
  duration_ms: number
  done_ms: number
  segments_transcribed: number
  made_at: Date
  begun_at: Date | null
  begun_ms: number
  changed_at: Date
  /** True for a task that only creates the summary of the existing transcript. */
  summary_only: boolean
  /** Whether to tell speakers apart after the transcription. */
  separate_speakers: boolean
  /** At most this many speakers; null to find out. */
  max_speakers: number | null
  /** True for a task that only tells the speakers of the existing transcript apart. */
  speakers_only: boolean
  /** Whether the transcript is translated to English. */
  translate: boolean
  /** The note that the task writes; null for the transcript and the summary of the recording. */
  note_id: string | null
  /** The template of the summary; null for the automatic one. */
  template: ChosenTemplate | null
  /** The language model that was chosen; null for the default of the server. */
  model: string | null
  /** The language of the summary; null for that in the settings of the user. */
  summary_language: string | null
  /** The request that started the task. */
  post_id: string | null
  /** What the speaker noted while recording. */
  memo: SpeakerMemo | null
  /** The kinds of sections of an automatic summary; null for all. */
  dimensions: SectionKind[] | null
}

export type ChosenTemplate = { readonly type: UsedTemplate['type']; readonly id: string }

/** What changes while a task runs. */
export type TaskChange = Partial<Omit<TaskRecord, 'template' | 'memo'>>

/** Identifies a task and one attempt. An update by an outdated attempt changes nothing. */
export type TaskClaim = Pick<TaskRecord, 'user_id' | 'file_id' | 'task_id' | 'attempt'>

const ACTIVE: Stage[] = ['queued', 'transcribing', 'separating', 'summarising']
type Tables = { task: JsonTable<TaskRecord, 'template' | 'memo'>; welcome: WelcomeRecord }
const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

/** Returns false when the recording, or the note, already has an active task. */
export async function insertTask(ctx: AppContext, row: TaskRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(ctx)
    .insertInto('task')
    .values({ ...row, template: json(row.template), memo: json(row.memo) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns the latest task of a recording, or of one of its notes, active or ended, or undefined. */
export const latestTask = async (ctx: AppContext, userId: string, fileId: string, noteId: string | null = null) =>
  tables(ctx)
    .selectFrom('task')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .where('note_id', 'is not distinct from', noteId)
    .orderBy('made_at', 'desc')
    .orderBy('task_id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns the latest task of a recording that was completed, or undefined. */
export const latestCompleted = async (ctx: AppContext, userId: string, fileId: string) =>
  tables(ctx)
    .selectFrom('task')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .where('note_id', 'is', null)
    .where('stage', '=', 'done')
    .orderBy('made_at', 'desc')
    .orderBy('task_id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Returns the latest task of each recording of a user that is active or ended after `since`, newest first. Tasks of notes are left
 * out.
 */
export async function listLatestTasks(ctx: AppContext, userId: string, since: Date): Promise<TaskRecord[]> {
  const latest = tables(ctx)
    .selectFrom('task')
    .distinctOn('file_id')
    .selectAll()
    .where('user_id', '=', userId)
    .where('note_id', 'is', null)
    // A task starts after the one before it has ended, so the latest one is always among these.
    .where(({ or, eb }) => or([eb('stage', 'in', ACTIVE), eb('changed_at', '>', since)]))
    .orderBy('file_id')
    .orderBy('made_at', 'desc')
    .orderBy('task_id', 'desc')
  return tables(ctx).selectFrom(latest.as('latest')).selectAll().orderBy('changed_at', 'desc').limit(1000).execute()
}

/** Returns one page of a user's transcriptions, newest first, and their total number. */
export async function listTasksPage(ctx: AppContext, userId: string, { skip, limit }: { skip: number; limit: number }) {
  const ownTasks = tables(ctx)
    .selectFrom('task')
    .where('user_id', '=', userId)
    .where('summary_only', '=', false)
    .where('speakers_only', '=', false)
  const { n } = await ownTasks.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await ownTasks
    .selectAll()
    .orderBy('made_at', 'desc')
    .orderBy('task_id', 'desc')
    .offset(skip)
    .limit(limit)
    .execute()
  return { total: n, rows }
}

/** Returns the recordings whose latest task completed successfully at or before `before`. */
export async function listCompletedBefore(
  ctx: AppContext,
  userId: string,
  fileIds: readonly string[],
  before: Date,
): Promise<string[]> {
  const query = tables(ctx)
    .selectFrom('task')
    .distinctOn('file_id')
    .select(['file_id', 'stage', 'changed_at'])
    .where('user_id', '=', userId)
    .where('note_id', 'is', null)
    .where(sql<boolean>`file_id = any(${[...fileIds]}::text[])`)
    .orderBy('file_id')
    .orderBy('made_at', 'desc')
    .orderBy('task_id', 'desc')
  const latestTasks = await query.execute()
  return latestTasks.filter((task) => task.stage === 'done' && task.changed_at <= before).map((task) => task.file_id)
}

/** Returns the active tasks of a user. */
export const listActiveOf = async (ctx: AppContext, userId: string): Promise<TaskRecord[]> =>
  tables(ctx).selectFrom('task').selectAll().where('user_id', '=', userId).where('stage', 'in', ACTIVE).execute()

/** Returns active tasks of all users by their ids. */
export const listTasksByIds = async (ctx: AppContext, taskIds: readonly string[]): Promise<TaskRecord[]> =>
  tables(ctx).selectFrom('task').selectAll().where('stage', 'in', ACTIVE).where('task_id', 'in', taskIds).execute()

/** Returns the active tasks of all users. */
export const listActive = async (ctx: AppContext): Promise<Pick<TaskRecord, 'user_id' | 'file_id' | 'task_id'>[]> =>
  tables(ctx).selectFrom('task').select(['user_id', 'file_id', 'task_id']).where('stage', 'in', ACTIVE).execute()

/** Claims a task for the next attempt. One whose words are complete stays at its speakers. Returns undefined when it is no longer active. */
export const claimTask = async (ctx: AppContext, { user_id, file_id, task_id }: Omit<TaskClaim, 'attempt'>) =>
  tables(ctx)
    .updateTable('task')
    .set({
      stage: sql<Stage>`case when summary_only then 'summarising' when speakers_only or stage = 'separating' then 'separating' else 'transcribing' end`,
      attempt: sql`attempt + 1`,
      begun_at: ctx.clock.now(),
      begun_ms: sql`done_ms`,
      changed_at: ctx.clock.now(),
    })
    .where('user_id', '=', user_id)
    .where('file_id', '=', file_id)
    .where('task_id', '=', task_id)
    .where('stage', 'in', ACTIVE)
    .returningAll()
    .executeTakeFirst()

/** Updates a task as its current attempt. Returns false when the task has ended or was claimed by another attempt. */
export async function updateClaimedTask(ctx: AppContext, claim: TaskClaim, change: TaskChange): Promise<boolean> {
  const { numUpdatedRows } = await tables(ctx)
    .updateTable('task')
    .set({ ...change, changed_at: ctx.clock.now() })
    .where('user_id', '=', claim.user_id)
    .where('file_id', '=', claim.file_id)
    .where('task_id', '=', claim.task_id)
    .where('attempt', '=', claim.attempt)
    .where('stage', 'in', ACTIVE)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sets the status of a task that has just ended, in the transaction that ended it. */
export const setStatus = async (tx: AppContext, { user_id, file_id, task_id }: TaskClaim, status: number): Promise<void> =>
  void (await tables(tx)
    .updateTable('task')
    .set({ status })
    .where('user_id', '=', user_id)
    .where('file_id', '=', file_id)
    .where('task_id', '=', task_id)
    .execute())

/** Identifies what a task is for: a recording, or one of its notes. */
export type TaskTarget = { readonly userId: string; readonly fileId: string; readonly noteId?: string | null }

/** Ends the active task of a recording or a note, whichever attempt is running it. Returns it, or undefined when there was none. */
export const endActiveTask = async (ctx: AppContext, { userId, fileId, noteId = null }: TaskTarget, change: TaskChange) =>
  tables(ctx)
    .updateTable('task')
    .set({ ...change, changed_at: ctx.clock.now() })
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .where('note_id', 'is not distinct from', noteId)
    .where('stage', 'in', ACTIVE)
    .returningAll()
    .executeTakeFirst()

type WelcomeRecord = { user_id: string; file_id: string | null; made_at: Date }

export const readWelcome = async (ctx: AppContext, userId: string): Promise<WelcomeRecord | undefined> =>
  tables(ctx).selectFrom('welcome').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Returns false when the account has already received the sample recording. */
export async function insertWelcome(tx: AppContext, row: WelcomeRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('welcome')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function setWelcomeFile(tx: AppContext, userId: string, fileId: string): Promise<void> {
  await tables(tx).updateTable('welcome').set({ file_id: fileId }).where('user_id', '=', userId).execute()
}

/** Returns the recordings of a user whose notes are being written, or ended after `since`. */
export const listNoteTasks = async (ctx: AppContext, userId: string, since: Date) =>
  tables(ctx)
    .selectFrom('task')
    .select(['file_id', 'stage'])
    .where('user_id', '=', userId)
    .where('note_id', 'is not', null)
    .where(({ or, eb }) => or([eb('stage', 'in', ACTIVE), eb('changed_at', '>', since)]))
    .limit(1000)
    .execute()
