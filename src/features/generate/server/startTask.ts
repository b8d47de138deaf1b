import { engineLanguage } from '#shared/languageOptions.ts'
import type { Seconds } from '#shared/units.ts'
import { lockFileForShare, readFullFiles, requireFile } from '#features/files/server.ts'
import type { SectionKind, SpeakerMemo } from '#features/notes/contract.ts'
import { readMemo } from '#features/notes/server.ts'
import { readSettings } from '#features/profile/server.ts'
import { hasWords } from '#features/transcription/rules.ts'
import { canSeparateSpeakers } from '#features/transcription/server.ts'
import { readMembership, releaseMinutes } from '#features/membership/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { throwIfReadOnly } from '#platform/http/readOnly.ts'
import { keepsTranscript } from '../rules.ts'
import { type TemplateRefusal, admitTemplate, returnTryOf } from './chosenTemplate.ts'
import { hasEnded, queueTask } from './queueTask.ts'
import { AUTO_DETECT, type TaskInfo } from './taskInfo.ts'
import { type ChosenTemplate, type TaskRecord, endActiveTask, latestTask } from './store.ts'
import { reserveForTask } from './taskMinutes.ts'
import { cancelledTopic, taskTopic } from '../contract.ts'

export type StartOptions = {
  /** ISO 639-1 code, AUTO_DETECT, or undefined for the language in the user's settings. */
  language: string | undefined
  /** Whether to tell speakers apart; undefined for the setting of the user. Refused for recordings that are too long (B§5). */
  separateSpeakers?: boolean | undefined
  /** At most this many speakers. */
  maxSpeakers?: number | undefined
  /** Writes the transcript in English, whatever language is spoken. By default, a retry does what the failed task did. */
  translate?: boolean | undefined
  /** What the summary is made with. Undefined for what the task that is retried had. */
  summary?: SummaryChoice | undefined
  /** What the speaker noted while recording; null for what came with an earlier request. */
  memo?: SpeakerMemo | null
  /** What to do when the latest task has ended: nothing, start again if it was cancelled, create what is missing, or everything. */
  restart: 'never' | 'cancelled' | 'missing' | 'everything'
}

/**
 * What a summary is made with: a template (null for the automatic summary), a model and a language (null for the settings), and the
 * kinds of sections of an automatic summary (null for all).
 */
export type SummaryChoice = {
  readonly template: ChosenTemplate | null
  readonly model: string | null
  readonly language: string | null
  readonly dimensions: SectionKind[] | null
}

/** Returns the choice of a request; what it does not name is left to the settings. */
export const toChoice = (
  template: ChosenTemplate | null,
  { model, summaryLanguage, dimensions }: Partial<TaskInfo>,
): SummaryChoice => ({
  template,
  model: model ?? null,
  language: summaryLanguage ?? null,
  dimensions: dimensions ?? null,
})

/** Returns the choice as a task stores it. */
export const toColumns = ({ template, model, language, dimensions }: SummaryChoice): Partial<TaskRecord> => ({
  template: template && { type: template.type, id: template.id },
  model,
  summary_language: language,
  dimensions,
})

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
  const started = await ctx.transaction((tx) => startInTransaction(tx, userId, fileId, options))
  if ('refused' in started && started.refused === 'notEnoughMinutes') return await describeShortage(ctx, userId, fileId)
  return started
}

type SimpleRefusal = { refused: 'audioDeleted' | 'tooLongForSpeakers' | TemplateRefusal; details?: undefined }
export type StartRefusal =
  | SimpleRefusal
  | { refused: 'notEnoughMinutes'; details: { seconds_needed: Seconds; seconds_left: Seconds } }

async function startInTransaction(
  tx: AppContext,
  userId: string,
  fileId: string,
  options: StartOptions,
): Promise<TaskRecord | SimpleRefusal | { refused: 'notEnoughMinutes' }> {
  // Locked, so that a retention rule cannot delete the audio between this check and the start.
  const file = await lockFileForShare(tx, userId, fileId)
  if (!file) throw new NotFound()
  const latest = await latestTask(tx, userId, fileId)
  if (latest && !isRestarted(latest, options.restart)) return latest
  const summaryOnly = latest !== undefined && (await needsOnlySummary(tx, latest, options))
  if (file.sound_deleted_at && !summaryOnly) return { refused: 'audioDeleted' }
  if (options.separateSpeakers && !canSeparateSpeakers(file)) return { refused: 'tooLongForSpeakers' }
  await throwIfReadOnly(tx.disk)
  const settings = await readSettings(tx, userId)
  const language = options.language ?? (settings.trans_language && engineLanguage(settings.trans_language))
  const separate = options.separateSpeakers ?? settings.separate_speakers
  const isRetry = options.restart === 'missing'
  const summary = options.summary ?? (isRetry && latest ? choiceOf(latest) : AUTOMATIC)
  const { task, isNew } = await queueTask(tx, file, {
    language: language === AUTO_DETECT ? null : language,
    summary_only: summaryOnly,
    separate_speakers: !summaryOnly && separate && canSeparateSpeakers(file),
    max_speakers: options.maxSpeakers ?? null,
    translate: options.translate ?? (isRetry && latest?.translate === true),
    ...toColumns(summary),
    memo: options.memo ?? latest?.memo ?? (await readMemo(tx, userId, fileId)),
  })
  if (!isNew) return task
  const refusal = await admitTemplate(tx, task)
  if (refusal) return refusal
  return (await reserveForTask(tx, task)) ? task : { refused: 'notEnoughMinutes' }
}

function isRestarted(latest: TaskRecord, restart: StartOptions['restart']): boolean {
  if (restart === 'never') return false
  return restart === 'cancelled' ? latest.stage === 'cancelled' : hasEnded(latest)
}

const AUTOMATIC: SummaryChoice = { template: null, model: null, language: null, dimensions: null }

const choiceOf = ({ template, model, summary_language, dimensions }: TaskRecord): SummaryChoice => ({
  template,
  model,
  language: summary_language,
  dimensions,
})

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
    const task = await endActiveTask(tx, { userId, fileId }, { stage: 'cancelled', msg: 'cancelled' })
    if (!task) return
    await releaseMinutes(tx, task.task_id)
    await returnTryOf(tx, task)
    await tx.live.publish(cancelledTopic, { userId, taskId: task.task_id })
    await tx.live.publish(taskTopic, { userId, id: fileId })
  })
}
