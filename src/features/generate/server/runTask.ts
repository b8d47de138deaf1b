import { readFullFiles } from '#features/files/server.ts'
import { readSettings } from '#features/me/server.ts'
import { noteUse } from '#features/membership/server.ts'
import { makeSummary } from '#features/notes/server.ts'
import { hasWords } from '#features/transcription/rules.ts'
import { type Transcript, transcribeFile } from '#features/transcription/server.ts'
import { seconds } from '#kit/units.ts'
import { isAway } from '#platform/db/isAway.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import type { Work } from '#platform/jobs/jobs.ts'
import { TASK_CODES } from '../contract.ts'
import { unknownFailure } from '../rules.ts'
import { failureOf } from './failureOf.ts'
import { type TaskRecord, changeHeld, latestTask, takeUp } from './store.ts'
import { readWelcome } from './storeWelcome.ts'

/** Minimum milliseconds between two progress updates of a task in the database and on the live channel. */
const PROGRESS_EVERY = 1000

const READ_ONLY_WAIT = seconds(10)

type Ids = { userId: string; fileId: string; taskId: string }

/**
 * Runs a task: transcript and summary, or only the summary. Every change is fenced by the attempt number. Returns silently when
 * the task was cancelled, deleted or claimed by another attempt. Retries engine failures, then fails the task with a code (B§8).
 */
export async function doTask(ground: Ground, { userId, fileId, taskId }: Ids, work: Work): Promise<void> {
  // A transcript writes many rows, so the task waits while there is no disk space.
  while (await ground.disk.isReadOnly()) await ground.clock.wait(READ_ONLY_WAIT, work.signal)
  const task = await takeUp(ground, { user_id: userId, file_id: fileId, task_id: taskId })
  if (!task) return
  const lost = new AbortController()
  const signal = AbortSignal.any([work.signal, lost.signal])
  const forget = ground.live.listen(userId, (told) => {
    // An empty id cancels all tasks of the user, because the account was deleted.
    if (told.topic === 'cancelled' && (told.id === taskId || told.id === '')) lost.abort()
  })
  try {
    await tell(ground, task)
    await transcribeAndSummarise(ground, task, signal, () => lost.abort())
  } catch (error) {
    if (lost.signal.aborted || error instanceof NotFound) return
    if (work.signal.aborted) throw error
    await failOrTryAgain(ground, task, error)
  } finally {
    forget()
  }
}

async function transcribeAndSummarise(ground: Ground, task: TaskRecord, signal: AbortSignal, lose: () => void): Promise<void> {
  const fence = async (step: Ground, change: Partial<TaskRecord> = {}): Promise<void> => {
    if (await changeHeld(step, task, change)) return
    lose()
    signal.throwIfAborted()
  }
  const hold = async (change: Partial<TaskRecord>): Promise<void> => {
    await fence(ground, change)
    await tell(ground, task)
  }
  const attempt = { task, signal, fence, hold }
  const transcript = task.summary_only ? await savedTranscript(ground, task) : await transcribe(ground, attempt)
  if (hasWords(transcript.segments)) return summarise(ground, attempt, transcript)
  const gone = { status: TASK_CODES.summaryUnknown, msg: 'there is no transcript to summarize' }
  const silent = { status: TASK_CODES.noSpeech, msg: 'no speech was found or understood in this recording' }
  await hold({ stage: 'failed', ...(task.summary_only ? gone : silent), done_ms: task.duration_ms, heard: 0 })
}

type Attempt = {
  task: TaskRecord
  signal: AbortSignal
  /** Changes the task. Rejects when this attempt is no longer the current one or the task has ended. */
  fence: (step: Ground, change?: Partial<TaskRecord>) => Promise<void>
  /** Changes the task like `fence` and publishes it. */
  hold: (change: Partial<TaskRecord>) => Promise<void>
}

async function transcribe(ground: Ground, { task, signal, fence, hold }: Attempt): Promise<Transcript> {
  const { user_id: userId, file_id: fileId, task_id: taskId } = task
  let toldAt = 0
  const onProgress = async (done_ms: number, heard: number): Promise<void> => {
    const now = ground.clock.now().getTime()
    // Uses the absolute difference because the clock can be set back during a transcription.
    if (Math.abs(now - toldAt) < PROGRESS_EVERY) return
    toldAt = now
    await hold({ done_ms: Math.min(Math.round(done_ms), task.duration_ms), heard })
  }
  const language = task.language ?? undefined
  const complete = async (step: Ground, { segments }: Transcript): Promise<void> => {
    await fence(step)
    // A transcript without words uses no minutes (B§8: -7).
    if (hasWords(segments)) await noteMinutes(step, task)
  }
  return transcribeFile(ground, { userId, fileId, taskId, language, signal, onProgress, fence: complete })
}

/** Returns the current transcript of a recording, including edits. */
async function savedTranscript(ground: Ground, { user_id, file_id }: TaskRecord): Promise<Transcript> {
  const [file] = await readFullFiles(ground, user_id, [file_id])
  if (!file) throw new NotFound()
  return { segments: file.trans_result ?? [], language: file.extra_data.tranConfig?.language ?? '' }
}

async function summarise(ground: Ground, { task, signal, fence, hold }: Attempt, transcript: Transcript): Promise<void> {
  const { user_id: userId, file_id: fileId } = task
  const { segments, language } = transcript
  await hold({ stage: 'summarising', done_ms: task.duration_ms, heard: segments.length })
  try {
    const { summary_language: writeIn } = await readSettings(ground, userId)
    await makeSummary(ground, { userId, fileId, segments, language, writeIn, signal, fence })
  } catch (error) {
    if (signal.aborted || error instanceof NotFound || isAway(error)) throw error
    ground.log.error({ err: error, fileId }, 'a summary failed')
    return hold({
      stage: 'failed',
      status: TASK_CODES.summaryFailed,
      msg: 'the summary could not be made; the transcript is there',
    })
  }
  await hold({ stage: 'done', status: TASK_CODES.done, msg: 'success' })
}

/** Records the minutes used, in the transaction that saves the transcript. The sample recording is free. */
async function noteMinutes(step: Ground, { user_id: userId, file_id: fileId, task_id, duration_ms }: TaskRecord): Promise<void> {
  if ((await readWelcome(step, userId))?.file_id === fileId) return
  await noteUse(step, { userId, fileId, seconds: Math.ceil(duration_ms / 1000), source: `task:${task_id}` })
}

async function failOrTryAgain(ground: Ground, task: TaskRecord, error: unknown): Promise<void> {
  // An attempt that made progress was not stopped by the recording itself, so the count restarts.
  const now = await latestTask(ground, task.user_id, task.file_id)
  const spoiled = now && now.heard > task.heard ? 1 : task.spoiled + 1
  const failure = failureOf(error, spoiled)
  if (failure === 'again') throw error
  ground.log.warn({ err: error, fileId: task.file_id, task: task.task_id }, 'a transcription failed')
  if (failure === 'spoiled') {
    if (await changeHeld(ground, task, { spoiled })) throw error
    return
  }
  const summaryFailure = { status: unknownFailure('summary'), msg: 'the summary could not be made; the transcript is there' }
  await changeHeld(ground, task, { stage: 'failed', ...(task.summary_only ? summaryFailure : failure) })
  await tell(ground, task)
}

const tell = (ground: Ground, { user_id, file_id }: TaskRecord): Promise<void> =>
  ground.live.tell({ userId: user_id, topic: 'task', id: file_id })
