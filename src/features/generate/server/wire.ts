import { unixSeconds } from '#shared/units.ts'
import { readModelFailure } from '#features/language-models/server.ts'
import type { FileRecord } from '#features/files/server.ts'
import { type PastTask, type Stage, TASK_CODES, type TaskView } from '../contract.ts'
import { TRANSCRIBING_PERCENT, WORDS_PERCENT, describeFailure } from '../rules.ts'
import { hasEnded } from './queueTask.ts'
import type { TaskRecord } from './store.ts'

const TRANSCRIPTION_STAGES: readonly Stage[] = ['queued', 'transcribing', 'separating']

/** Returns a task as sent to pages and over the live channel. The time left is computed from `now`. */
export function toTaskView(row: TaskRecord, now: Date): TaskView {
  const failure = row.stage === 'failed' ? readModelFailure(row.msg) : undefined
  return {
    file_id: row.file_id,
    task_id: row.task_id,
    stage: row.stage,
    status: row.status,
    percent: percentOf(row),
    seconds_left: secondsLeft(row, now),
    segments_transcribed: row.segments_transcribed,
    msg: row.msg,
    ...(failure && { model_failure: { model: row.model ?? '', failure } }),
  }
}

/** Returns an entry of the history. `file` is undefined when the recording was deleted while the list was read. */
export function toPastTask(row: TaskRecord, file: FileRecord | undefined, uses_minutes: boolean): PastTask {
  const detectedLanguage =
    file?.extra_data.task_id_info?.['trans_task_id'] === row.task_id ? file.extra_data.tranConfig?.language : ''
  return {
    task_id: row.task_id,
    file_id: row.file_id,
    filename: file?.filename ?? '',
    duration: row.duration_ms,
    uses_minutes,
    language: detectedLanguage || row.language,
    stage: row.stage,
    status: row.status,
    made_at: unixSeconds(row.made_at),
    finished_at: hasEnded(row) ? unixSeconds(row.changed_at) : null,
  }
}

function percentOf({ stage, done_ms, duration_ms, separate_speakers, speakers_only }: TaskRecord): number {
  if (stage === 'done') return 100
  if (stage === 'summarising') return TRANSCRIBING_PERCENT
  const share = Math.min(1, done_ms / Math.max(1, duration_ms))
  const words = speakers_only ? 0 : separate_speakers ? WORDS_PERCENT : TRANSCRIBING_PERCENT
  return Math.floor(stage === 'separating' ? words + share * (TRANSCRIBING_PERCENT - words) : share * words)
}

/** Returns the seconds left, estimated from the speed of this attempt, or null before there is any progress. */
function secondsLeft(row: TaskRecord, now: Date): number | null {
  const { stage, begun_at, begun_ms, done_ms, duration_ms, separate_speakers } = row
  const done = done_ms - begun_ms
  if ((stage !== 'transcribing' && stage !== 'separating') || !begun_at || done <= 0) return null
  const timePerMs = (now.getTime() - begun_at.getTime()) / done
  const separation = stage === 'transcribing' && separate_speakers ? duration_ms * SEPARATION_COST : 0
  return Math.max(0, Math.ceil(((duration_ms - done_ms + separation) * timePerMs) / 1000))
}

/** The time that telling speakers apart takes, as a share of that for the words. */
const SEPARATION_COST = (TRANSCRIBING_PERCENT - WORDS_PERCENT) / WORDS_PERCENT

/**
 * Returns the two lists of `data_transsumm`: what the latest task of each recording has come to in its transcription and in its
 * summary (B§3, B§4). A step that the task does not have, or has not reached, is in no list, and neither is a cancelled task.
 */
export const toLists = (rows: readonly TaskRecord[]) => ({
  files_trans: listStep(rows, transcriptionStatus),
  files_summ: listStep(rows, summaryStatus),
})

type StepStatus = (row: TaskRecord) => number | undefined

const listStep = (rows: readonly TaskRecord[], statusOf: StepStatus) =>
  rows.flatMap((row) => {
    const status = row.stage === 'cancelled' ? undefined : statusOf(row)
    return status === undefined ? [] : [{ file_id: row.file_id, status }]
  })

const transcriptionStatus: StepStatus = ({ stage, status, summary_only, speakers_only }) => {
  if (summary_only) return undefined
  if (TRANSCRIPTION_STAGES.includes(stage)) return TASK_CODES.inProgress
  const failed = stage === 'failed' && (speakers_only || describeFailure(status).stage === 'transcription')
  return failed ? status : TASK_CODES.done
}

const summaryStatus: StepStatus = ({ stage, status, summary_only, speakers_only }) => {
  if (speakers_only || (!summary_only && TRANSCRIPTION_STAGES.includes(stage))) return undefined
  if (stage === 'failed' && !summary_only && describeFailure(status).stage === 'transcription') return undefined
  return status
}
