import { sql } from 'kysely'
import type { Ground } from '#platform/ground.ts'
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
  spoiled: number
  duration_ms: number
  done_ms: number
  heard: number
  made_at: Date
  begun_at: Date | null
  begun_ms: number
  changed_at: Date
  /** True for a task that only creates the summary of the existing transcript. */
  summary_only: boolean
}
/** Identifies a task and one attempt. An update by an outdated attempt changes nothing. */
export type Held = Pick<TaskRecord, 'user_id' | 'file_id' | 'task_id' | 'attempt'>

const ACTIVE: Stage[] = ['queued', 'transcribing', 'summarising']
const tables = (ground: Ground) => ground.db.withTables<{ task: TaskRecord }>()

/** Returns false when the recording already has an active task. */
export async function insertTask(ground: Ground, row: TaskRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(ground)
    .insertInto('task')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'file_id']).where('stage', 'in', ACTIVE).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns the latest task of a recording, active or ended, or undefined. */
export const latestTask = async (ground: Ground, userId: string, fileId: string) =>
  tables(ground)
    .selectFrom('task')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .orderBy('made_at', 'desc')
    .orderBy('task_id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns the active tasks of a user and those that ended after `since`, newest first. */
export const listTasks = async (ground: Ground, userId: string, since: Date): Promise<TaskRecord[]> =>
  tables(ground)
    .selectFrom('task')
    .selectAll()
    .where('user_id', '=', userId)
    .where(({ or, eb }) => or([eb('stage', 'in', ACTIVE), eb('changed_at', '>', since)]))
    .orderBy('changed_at', 'desc')
    .limit(1000)
    .execute()

/** Returns one page of a user's transcriptions, newest first, and their total number. */
export async function pageTasks(ground: Ground, userId: string, { skip, limit }: { skip: number; limit: number }) {
  const mine = tables(ground).selectFrom('task').where('user_id', '=', userId).where('summary_only', '=', false)
  const { n } = await mine.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await mine.selectAll().orderBy('made_at', 'desc').orderBy('task_id', 'desc').offset(skip).limit(limit).execute()
  return { total: n, rows }
}

/** Returns the recordings whose latest task completed successfully at or before `before`. */
export async function listDoneBefore(
  ground: Ground,
  userId: string,
  fileIds: readonly string[],
  before: Date,
): Promise<string[]> {
  const latest = tables(ground)
    .selectFrom('task')
    .distinctOn('file_id')
    .select(['file_id', 'stage', 'changed_at'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`file_id = any(${[...fileIds]}::text[])`)
    .orderBy('file_id')
    .orderBy('made_at', 'desc')
    .orderBy('task_id', 'desc')
  const done = await latest.execute()
  return done.filter((task) => task.stage === 'done' && task.changed_at <= before).map((task) => task.file_id)
}

/** Returns the active tasks of all users. */
export const listActive = async (ground: Ground): Promise<Pick<TaskRecord, 'user_id' | 'file_id' | 'task_id'>[]> =>
  tables(ground).selectFrom('task').select(['user_id', 'file_id', 'task_id']).where('stage', 'in', ACTIVE).execute()

/** Claims a task for the next attempt. Returns undefined when it is no longer active. */
export const takeUp = async (ground: Ground, { user_id, file_id, task_id }: Omit<Held, 'attempt'>) =>
  tables(ground)
    .updateTable('task')
    .set({
      stage: sql<Stage>`case when summary_only then 'summarising' else 'transcribing' end`,
      attempt: sql`attempt + 1`,
      begun_at: ground.clock.now(),
      begun_ms: sql`done_ms`,
      changed_at: ground.clock.now(),
    })
    .where('user_id', '=', user_id)
    .where('file_id', '=', file_id)
    .where('task_id', '=', task_id)
    .where('stage', 'in', ACTIVE)
    .returningAll()
    .executeTakeFirst()

/** Updates a task as its current attempt. Returns false when the task has ended or was claimed by another attempt. */
export async function changeHeld(ground: Ground, held: Held, change: Partial<TaskRecord>): Promise<boolean> {
  const { numUpdatedRows } = await tables(ground)
    .updateTable('task')
    .set({ ...change, changed_at: ground.clock.now() })
    .where('user_id', '=', held.user_id)
    .where('file_id', '=', held.file_id)
    .where('task_id', '=', held.task_id)
    .where('attempt', '=', held.attempt)
    .where('stage', 'in', ACTIVE)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the active task of a recording, whichever attempt is running it. Returns the task, or undefined when there was none. */
export const endActive = async (ground: Ground, userId: string, fileId: string, change: Partial<TaskRecord>) =>
  tables(ground)
    .updateTable('task')
    .set({ ...change, changed_at: ground.clock.now() })
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .where('stage', 'in', ACTIVE)
    .returningAll()
    .executeTakeFirst()
