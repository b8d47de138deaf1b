import { z } from 'zod'
import { engineLanguage } from '#shared/languageOptions.ts'
import { newId } from '#shared/newId.ts'
import type { Seconds } from '#shared/units.ts'
import { lockFileForShare, readFullFiles, requireFile, type FileRecord } from '#features/files/server.ts'
import { readSettings } from '#features/profile/server.ts'
import { hasWords } from '#features/transcription/rules.ts'
import { canSeparateSpeakers } from '#features/transcription/server.ts'
import { listHoldingTasks, readMembership, releaseMinutes } from '#features/membership/server.ts'
import { job } from '#platform/jobs/jobs.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { throwIfReadOnly } from '#platform/http/readOnly.ts'
import { TASK_CODES } from '../contract.ts'
import { keepsTranscript } from '../rules.ts'
import { hasLongSeparation, priorityOfNew, separationJob, taskJob } from './taskQueue.ts'
import { type TaskRecord, endActiveTask, insertTask, latestTask, listActive } from './store.ts'
import { reserveForTask } from './taskMinutes.ts'

/** Detects the language, whatever the settings say. */
export const AUTO_DETECT = 'auto'

export type StartOptions = {
  /** ISO 639-1 code, AUTO_DETECT, or undefined for the language in the user's settings. */
  language: string | undefined
  /** Whether to tell speakers apart; undefined for the setting of the user. Refused for recordings that are too long (B§5). */
  separateSpeakers?: boolean | undefined
  /** At most this many speakers. */
  maxSpeakers?: number | undefined
  /** Writes the transcript in English, whatever language is spoken. By default, a retry does what the failed task did. */
  translate?: boolean | undefined
  /** What to do when the latest task has ended: nothing, create what is missing, or create everything. */
  restart: 'never' | 'missing' | 'everything'
}

/**
 * Starts transcription and summary of a recording. Creates the task row and its job in one transaction. Returns the latest task
 * unchanged when it is active, or when it has ended and is not to be restarted. Holds the minutes of a transcription. Refuses when
 * there are too few, and when the audio is deleted and has to be transcribed. A summary alone needs no audio and no minutes (B§4).
 * Rejects with NotFound.
 */
export async function startTask(
  ctx: AppContext,
  userId: string,
  fileId: string,
  options: StartOptions,
): Promise<TaskRecord | StartRefusal> {
  try {
    return await ctx.transaction((tx) => startInTransaction(tx, userId, fileId, options))
  } catch (error) {
    if (error instanceof NotEnoughMinutes) return await describeShortage(ctx, userId, fileId)
    throw error
  }
}

export type StartRefusal =
  | { refused: 'audioDeleted' | 'tooLongForSpeakers'; details?: undefined }
  | { refused: 'notEnoughMinutes'; details: { seconds_needed: Seconds; seconds_left: Seconds } }

/** Rolls back the start of a task. */
class NotEnoughMinutes extends Error {}

async function startInTransaction(
  tx: AppContext,
  userId: string,
  fileId: string,
  options: StartOptions,
): Promise<TaskRecord | StartRefusal> {
  // Locked, so that a retention rule cannot delete the audio between this check and the start.
  const file = await lockFileForShare(tx, userId, fileId)
  if (!file) throw new NotFound()
  const latest = await latestTask(tx, userId, fileId)
  if (latest && latest.stage !== 'cancelled' && !(options.restart !== 'never' && hasEnded(latest))) return latest
  const summaryOnly = latest !== undefined && (await needsOnlySummary(tx, latest, options))
  if (file.sound_deleted_at && !summaryOnly) return { refused: 'audioDeleted' }
  if (options.separateSpeakers && !canSeparateSpeakers(file)) return { refused: 'tooLongForSpeakers' }
  await throwIfReadOnly(tx.disk)
  const settings = await readSettings(tx, userId)
  const language = options.language ?? (settings.trans_language && engineLanguage(settings.trans_language))
  const separate = options.separateSpeakers ?? settings.separate_speakers
  const { task, isNew } = await queueTask(tx, file, {
    language: language === AUTO_DETECT ? null : language,
    summary_only: summaryOnly,
    separate_speakers: !summaryOnly && separate && canSeparateSpeakers(file),
    max_speakers: options.maxSpeakers ?? null,
    translate: options.translate ?? (options.restart === 'missing' && latest?.translate === true),
  })
  if (isNew && !(await reserveForTask(tx, task))) throw new NotEnoughMinutes()
  return task
}

/**
 * Starts a task that only tells the speakers of a transcript apart, which uses no minutes. Refuses without a transcript, without
 * audio, for recordings that are too long (B§5) and while another task is active. Rejects with NotFound.
 */
export async function startSeparation(
  ctx: AppContext,
  userId: string,
  fileId: string,
  maxSpeakers: number | null,
): Promise<TaskRecord | { refused: 'audioDeleted' | 'tooLongForSpeakers' | 'noTranscript' | 'busy' }> {
  return ctx.transaction(async (tx) => {
    const file = await lockFileForShare(tx, userId, fileId)
    if (!file) throw new NotFound()
    const latest = await latestTask(tx, userId, fileId)
    if (latest && !hasEnded(latest)) return { refused: 'busy' }
    if (file.sound_deleted_at) return { refused: 'audioDeleted' }
    if (!canSeparateSpeakers(file)) return { refused: 'tooLongForSpeakers' }
    const [full] = await readFullFiles(tx, userId, [fileId])
    if (!full || !hasWords(full.trans_result ?? [])) return { refused: 'noTranscript' }
    await throwIfReadOnly(tx.disk)
    const { tranConfig } = full.extra_data
    const { task } = await queueTask(tx, file, {
      language: tranConfig?.language || null,
      separate_speakers: true,
      speakers_only: true,
      max_speakers: maxSpeakers,
    })
    return task
  })
}

async function describeShortage(ctx: AppContext, userId: string, fileId: string): Promise<StartRefusal> {
  const file = await requireFile(ctx, userId, fileId)
  const { minutes, extra } = await readMembership(ctx, userId)
  const seconds_needed = Math.ceil(file.duration_ms / 1000)
  return { refused: 'notEnoughMinutes', details: { seconds_needed, seconds_left: minutes.left + extra.left } }
}

/** Creates a task and its job. Returns the active task when there already is one, which is not new. */
async function queueTask(
  tx: AppContext,
  { user_id: userId, file_id: fileId, duration_ms }: FileRecord,
  what: Pick<TaskRecord, 'language'> & Partial<TaskRecord>,
): Promise<{ task: TaskRecord; isNew: boolean }> {
  const now = tx.clock.now()
  const row: TaskRecord = {
    user_id: userId,
    file_id: fileId,
    task_id: createTaskId(now),
    stage: 'queued',
    status: TASK_CODES.inProgress,
    msg: '',
    attempt: 0,
    engine_failures: 0,
    duration_ms,
    done_ms: 0,
    segments_transcribed: 0,
    made_at: now,
    begun_at: null,
    begun_ms: 0,
    changed_at: now,
    summary_only: false,
    separate_speakers: false,
    max_speakers: null,
    speakers_only: false,
    translate: false,
    ...what,
  }
  if (!(await insertTask(tx, row))) return { task: (await latestTask(tx, userId, fileId)) ?? row, isNew: false }
  const ids = { userId, fileId, taskId: row.task_id }
  if (row.speakers_only && hasLongSeparation(row)) await tx.jobs.send(separationJob, ids)
  else await tx.jobs.send(taskJob, ids, { priority: await priorityOfNew(tx, row) })
  await tx.live.publish({ userId, topic: 'task', id: fileId })
  return { task: row, isNew: true }
}

/**
 * Returns true when the latest task ended without a summary and its transcript can be kept, so that no minutes are used a second
 * time (B§4, B§8). A different language needs a new transcript.
 */
async function needsOnlySummary(tx: AppContext, latest: TaskRecord, { language, restart }: StartOptions): Promise<boolean> {
  if (latest.stage === 'done' || restart === 'everything') return false
  const [file] = await readFullFiles(tx, latest.user_id, [latest.file_id])
  if (!file || !hasWords(file.trans_result ?? [])) return false
  const { task_id_info, tranConfig } = file.extra_data
  if (language !== undefined && language !== AUTO_DETECT && language !== tranConfig?.language) return false
  if (latest.summary_only || task_id_info?.['trans_task_id'] === latest.task_id) return true
  return latest.stage === 'failed' && keepsTranscript(latest.status)
}

/** Cancels the active task of a recording in every process. Does nothing when there is none. Rejects with NotFound. */
export async function cancelTask(ctx: AppContext, userId: string, fileId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    await requireFile(tx, userId, fileId)
    const task = await endActiveTask(tx, userId, fileId, { stage: 'cancelled', msg: 'cancelled' })
    if (!task) return
    await releaseMinutes(tx, task.task_id)
    await tx.live.publish({ userId, topic: 'cancelled', id: task.task_id })
    await tx.live.publish({ userId, topic: 'task', id: fileId })
  })
}

export const hasEnded = ({ stage }: TaskRecord): boolean => stage === 'done' || stage === 'failed' || stage === 'cancelled'

/** Returns an id that starts with the timestamp, as clients of this API expect: `20261121143005-v1@<hex>`. */
function createTaskId(now: Date): string {
  return `${now.toISOString().replace(/\D/g, '').slice(0, 14)}-v1@${newId(now)}`
}

export const resumeLostTasks = job('generate.resume', z.object({}), { attempts: 3 })

/**
 * Queues every active task that has no job, because the job has used all its attempts or the queue was cleared. Otherwise such a
 * task would stay active forever. Minutes that a task holds after its end are given back.
 */
export async function resumeTasks(ctx: AppContext): Promise<void> {
  const holding = await listHoldingTasks(ctx)
  // @NOTE The order matters. A task and its job are created in one transaction, so an active task without a job is either lost or
  // has ended in the meantime. In the second case the new job does nothing.
  const active = await listActive(ctx)
  const activeIds = new Set(active.map(({ task_id }) => task_id))
  for (const taskId of holding) if (!activeIds.has(taskId)) await ctx.transaction((tx) => releaseMinutes(tx, taskId))
  const unfinished = [...(await ctx.jobs.listUnfinished(taskJob)), ...(await ctx.jobs.listUnfinished(separationJob))]
  const queued = new Set(unfinished.map((ids) => ids.taskId))
  for (const { user_id, file_id, task_id } of active) {
    if (queued.has(task_id)) continue
    ctx.log.warn({ task: task_id }, 'a task without a job was queued again')
    await ctx.jobs.send(taskJob, { userId: user_id, fileId: file_id, taskId: task_id })
  }
}
