import { readFullFiles } from '#features/files/server.ts'
import { hasEnoughForSummary, hasWords } from '#features/transcription/rules.ts'
import { languageOfTranscript, separateSpeakers, type Transcript, transcribeFile } from '#features/transcription/server.ts'
import { seconds } from '#shared/units.ts'
import { isDatabaseUnavailable } from '#platform/db/errors.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { MAX_DEATHS, type JobRun } from '#platform/jobs/jobs.ts'
import { TASK_CODES, taskTopic, cancelledTopic } from '../contract.ts'
import { unknownFailureCode } from '../rules.ts'
import { type Failure, isTemporary, summaryFailure, transcriptionDied, transcriptionFailure } from './failureCodes.ts'
import { type TaskChange, type TaskRecord, updateClaimedTask, latestTask, claimTask } from './store.ts'
import { changeClaimedTask, settleTask } from './taskMinutes.ts'
import { writeTaskSummary } from './taskSummary.ts'
import { findPriorityToYield, hasLongSeparation, queueSeparation, requeueTask } from './taskQueue.ts'
import { accountDeletedTopic } from '#features/account/contract.ts'

/** Minimum milliseconds between two progress updates of a task in the database and on the live channel. */
const PROGRESS_INTERVAL = 1000

const READ_ONLY_WAIT = seconds(10)

type Ids = { userId: string; fileId: string; taskId: string }

/**
 * Runs a task: transcript and summary, or only the summary. Every change is fenced by the attempt number. Returns silently when
 * the task was cancelled, deleted or claimed by another attempt. Retries engine failures, then fails the task with a code (B§8).
 */
export const executeTask = (ctx: AppContext, ids: Ids, run: JobRun): Promise<void> => execute(ctx, ids, run, 'tasks')

/** Runs a task whose next step is to tell the speakers of a long recording apart, beside the queue of the tasks. */
export const executeSeparation = (ctx: AppContext, ids: Ids, run: JobRun): Promise<void> => execute(ctx, ids, run, 'separations')

type Queue = 'tasks' | 'separations'

async function execute(ctx: AppContext, { userId, fileId, taskId }: Ids, run: JobRun, queue: Queue): Promise<void> {
  // A transcript writes many rows, so the task waits while there is no disk space.
  while (await ctx.disk.isReadOnly()) await ctx.clock.wait(READ_ONLY_WAIT, run.signal)
  const task = await claimTask(ctx, { user_id: userId, file_id: fileId, task_id: taskId })
  if (!task) return
  const lostTask = new AbortController()
  let { deaths } = run
  const recordProgress = async () => {
    deaths = 0
    await run.recordProgress()
  }
  const signal = AbortSignal.any([run.signal, lostTask.signal])
  const subscriptions = [
    ctx.live.subscribe(cancelledTopic, userId, (cancelled) => cancelled.taskId === taskId && lostTask.abort()),
    ctx.live.subscribe(accountDeletedTopic, userId, () => lostTask.abort()),
  ]
  try {
    await publishTask(ctx, task)
    // Engine failures and processes that died count together: either ends an attempt without progress.
    if (task.engine_failures + deaths >= MAX_ENGINE_FAILURES) return await failDeadTask(ctx, task)
    await transcribeAndSummarise(ctx, task, { queue, signal, recordProgress, abort: () => lostTask.abort() })
  } catch (error) {
    if (lostTask.signal.aborted || error instanceof NotFound) return
    if (run.signal.aborted) throw error
    await failOrRetry(ctx, task, { error, deaths })
  } finally {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}

type Run = Pick<JobRun, 'recordProgress'> & { queue: Queue; signal: AbortSignal; abort: () => void }

async function transcribeAndSummarise(
  ctx: AppContext,
  task: TaskRecord,
  { queue, signal, recordProgress, abort }: Run,
): Promise<void> {
  const fence = async (tx: AppContext, change: TaskChange = {}): Promise<void> => {
    if (await changeClaimedTask(tx, task, change)) return
    abort()
    signal.throwIfAborted()
  }
  const updateAndPublish = async (change: TaskChange): Promise<void> => {
    await fence(ctx, change)
    await publishTask(ctx, task)
  }
  const attempt = { task, queue, signal, recordProgress, fence, updateAndPublish }
  if (task.speakers_only) return separate(ctx, attempt)
  const transcript = task.summary_only ? await readTranscript(ctx, task) : await transcribe(ctx, attempt)
  if ('next' in transcript)
    return transcript.next === 'separation' ? queueSeparation(ctx, task) : requeueTask(ctx, task, transcript.priority)
  if (hasEnoughForSummary(transcript.segments)) return summarise(ctx, attempt, transcript)
  const missingTranscript = { status: TASK_CODES.summaryUnknown, msg: 'there is no transcript to summarize' }
  const noSpeech = { status: TASK_CODES.noSpeech, msg: 'no speech was found or understood in this recording' }
  const tooShort = { status: TASK_CODES.contentTooShort, msg: 'there is not enough speech to summarize; the transcript is ready' }
  const isEmpty = !hasWords(transcript.segments)
  await updateAndPublish({
    stage: 'failed',
    ...(!isEmpty ? tooShort : task.summary_only ? missingTranscript : noSpeech),
    done_ms: task.duration_ms,
    segments_transcribed: isEmpty ? 0 : transcript.segments.length,
  })
}

type Attempt = Omit<Run, 'abort'> & {
  task: TaskRecord
  /** Changes the task. Rejects when this attempt is no longer the current one or the task has ended. */
  fence: (tx: AppContext, change?: TaskChange) => Promise<void>
  /** Changes the task like `fence` and publishes it. */
  updateAndPublish: (change: TaskChange) => Promise<void>
}

/** How an unfinished task is queued again: for its speakers, or with this priority after it has made way for another one. */
type Requeued = { next: 'separation' } | { next: 'turn'; priority: number }

async function transcribe(ctx: AppContext, attempt: Attempt): Promise<Transcript | Requeued> {
  const { task, queue, signal, recordProgress, fence, updateAndPublish } = attempt
  const { user_id: userId, file_id: fileId, task_id: taskId } = task
  const publishProgress = createProgress(ctx, task, updateAndPublish)
  const onProgress = (done: number, segments: number) => publishProgress(done, { segments_transcribed: segments })
  const onSeparation = createSeparationProgress(ctx, task, updateAndPublish)
  const speakers = task.separate_speakers ? { atMost: task.max_speakers ?? undefined } : undefined
  const language = task.language ?? undefined
  const fenceProgress = async (tx: AppContext): Promise<void> => {
    await fence(tx, { engine_failures: 0 })
    await recordProgress()
  }
  const fenceAndRecordMinutes = async (tx: AppContext, { segments }: Transcript): Promise<void> => {
    await fenceProgress(tx)
    // A transcript without words uses no minutes (B§8: -7).
    if (hasWords(segments)) await settleTask(tx, task)
  }
  let priority: number | null = null
  const shouldStop = async (done: number) => (priority = await findPriorityToYield(ctx, task, done)) !== null
  const transcript = await transcribeFile(ctx, {
    userId,
    fileId,
    taskId,
    language,
    translate: task.translate,
    speakers,
    signal,
    onProgress,
    onSeparation,
    shouldStop,
    fence: fenceAndRecordMinutes,
    fenceWindow: fenceProgress,
    hasAllWords: task.stage === 'separating',
    separatesNow: queue === 'separations' || !hasLongSeparation(task),
  })
  if (transcript === 'before-separation') return { next: 'separation' }
  return transcript === 'stopped' ? { next: 'turn', priority: priority ?? 0 } : transcript
}

/** Tells the speakers of the transcript apart, and does nothing else. */
async function separate(ctx: AppContext, { task, signal, fence, updateAndPublish }: Attempt): Promise<void> {
  const { user_id: userId, file_id: fileId, max_speakers } = task
  await separateSpeakers(ctx, {
    userId,
    fileId,
    atMost: max_speakers ?? undefined,
    signal,
    onProgress: createSeparationProgress(ctx, task, updateAndPublish),
    fence,
  })
  await updateAndPublish({ stage: 'done', status: TASK_CODES.done, msg: 'success' })
}

type PublishProgress = (done: number, change?: TaskChange) => Promise<void>

/** Returns a function that publishes the position that a task has reached, at most once in PROGRESS_INTERVAL. */
function createProgress(ctx: AppContext, task: TaskRecord, update: Attempt['updateAndPublish']): PublishProgress {
  let lastPublished = 0
  return async (done, change = {}) => {
    const now = ctx.clock.now().getTime()
    // Uses the absolute difference because the clock can be set back during a transcription.
    if (Math.abs(now - lastPublished) < PROGRESS_INTERVAL) return
    lastPublished = now
    await update({ done_ms: Math.min(Math.round(done), task.duration_ms), ...change })
  }
}

/** Like `createProgress`, for the separation of speakers: its first call changes the stage and restarts the estimate. */
function createSeparationProgress(ctx: AppContext, task: TaskRecord, update: Attempt['updateAndPublish']): PublishProgress {
  const publish = createProgress(ctx, task, update)
  let hasBegun = false
  return async (done) => {
    if (hasBegun) return publish(done)
    hasBegun = true
    await update({ stage: 'separating', done_ms: 0, begun_at: ctx.clock.now(), begun_ms: 0 })
  }
}

/** Returns the current transcript of a recording, including edits. */
async function readTranscript(ctx: AppContext, { user_id, file_id }: TaskRecord): Promise<Transcript> {
  const [file] = await readFullFiles(ctx, user_id, [file_id])
  if (!file) throw new NotFound()
  const segments = file.trans_result ?? []
  return { segments, language: languageOfTranscript(segments, file.extra_data.tranConfig?.language) }
}

async function summarise(
  ctx: AppContext,
  { task, signal, fence, updateAndPublish }: Attempt,
  { segments, language }: Transcript,
): Promise<void> {
  await updateAndPublish({ stage: 'summarising', done_ms: task.duration_ms, segments_transcribed: segments.length })
  const failure = await writeTaskSummary(ctx, task, { segments, language, signal, fence })
  if (failure) return updateAndPublish({ stage: 'failed', ...failure })
  await updateAndPublish({ stage: 'done', status: TASK_CODES.done, msg: 'success' })
}

type FailedAttempt = { error: unknown; deaths: number }

async function failOrRetry(ctx: AppContext, task: TaskRecord, { error, deaths }: FailedAttempt): Promise<void> {
  // Progress of this attempt has set the count back.
  const latest = await latestTask(ctx, task.user_id, task.file_id, task.note_id)
  const engineFailures = (latest?.engine_failures ?? task.engine_failures) + 1
  const failure = classifyTaskError(error, engineFailures + deaths)
  if (failure === 'again') throw error
  ctx.log.warn({ err: error, fileId: task.file_id, task: task.task_id }, 'a transcription failed')
  if (failure === 'engineFailure') {
    if (await updateClaimedTask(ctx, task, { engine_failures: engineFailures })) throw error
    return
  }
  await failTask(ctx, task, failure)
}

/** Fails a task whose attempts have ended with their engine or their process. */
async function failDeadTask(ctx: AppContext, task: TaskRecord): Promise<void> {
  const [file] = await readFullFiles(ctx, task.user_id, [task.file_id])
  const hasTranscript = file?.extra_data.task_id_info?.['trans_task_id'] === task.task_id
  await failTask(ctx, task, hasTranscript ? summaryFailure(null) : transcriptionDied)
}

/** Called for a task when the processes that ran it have died too often. */
export async function giveUpTask(ctx: AppContext, { userId, fileId, taskId }: Ids): Promise<void> {
  const task = await claimTask(ctx, { user_id: userId, file_id: fileId, task_id: taskId })
  if (task) await failDeadTask(ctx, task)
}

async function failTask(ctx: AppContext, task: TaskRecord, failure: Failure): Promise<void> {
  const summaryUnknown = {
    status: unknownFailureCode('summary'),
    msg: 'the summary could not be created; the transcript is ready',
  }
  const separationFailed = { status: TASK_CODES.separationFailed, msg: 'the speakers could not be told apart' }
  const shown = task.summary_only ? summaryUnknown : task.speakers_only ? separationFailed : failure
  await changeClaimedTask(ctx, task, { stage: 'failed', ...shown })
  await publishTask(ctx, task)
}

const publishTask = (ctx: AppContext, { user_id, file_id }: TaskRecord): Promise<void> =>
  ctx.live.publish(taskTopic, { userId: user_id, id: file_id })

/** A task fails when as many attempts have ended with their engine or their process, without progress. */
const MAX_ENGINE_FAILURES = MAX_DEATHS

/**
 * Classifies an error of a task. Returns `again` when the database is unavailable, `engineFailure` when the engine failed and the
 * task can be retried, otherwise the code and message with which the task fails (B§8).
 */
function classifyTaskError(error: unknown, engineFailures: number): Failure | 'again' | 'engineFailure' {
  if (isDatabaseUnavailable(error)) return 'again'
  if (isTemporary(error) && engineFailures < MAX_ENGINE_FAILURES) return 'engineFailure'
  return transcriptionFailure(error)
}
