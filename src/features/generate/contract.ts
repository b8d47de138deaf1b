import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { liveTopic } from '#shared/liveTopic.ts'
import { FileId, audioDeleted } from '#features/files/contract.ts'
import { ModelFailureInfo } from '#features/notes/contract.ts'
import { MAX_SPEAKER_SECONDS } from '#features/transcription/contract.ts'
import {
  Info,
  MultiSummary,
  TemplateId,
  TemplateType,
  busy,
  params,
  results,
  templateRefusals,
  tooFrequent,
  memoFields,
  MEMO_BODY,
} from './contract/results.ts'

export { noteTasksContract, type NoteRequest, type NoteRetryRequest, type SummaryRequest } from './contract/noteTasks.ts'
export { TASK_CODES } from './contract/results.ts'

/** Clients poll the status every 10 seconds, or 5 seconds after a failed poll (B§4, B§9). */
export const POLL_MS = 10_000
export const POLL_AFTER_FAILURE_MS = 5_000

export const STAGES = ['queued', 'transcribing', 'separating', 'summarising', 'done', 'failed', 'cancelled'] as const
export type Stage = (typeof STAGES)[number]

/** A task as sent to pages and over the live channel. */
export const TaskView = z.object({
  file_id: FileId,
  task_id: z.string(),
  stage: z.enum(STAGES),
  /** 0, 1 or a negative code of B§8. */
  status: z.int(),
  /** 0 to 100. */
  percent: z.int(),
  seconds_left: z.nullable(z.int()),
  /** Number of segments transcribed so far. */
  segments_transcribed: z.int(),
  msg: z.string(),
  /** The language model that failed, and why. Missing for other failures. */
  model_failure: z.optional(ModelFailureInfo),
})
export type TaskView = z.infer<typeof TaskView>

/** The task of a recording has changed. The task is added when the message is sent; it is missing when its schema is of another version. */
export const taskTopic = liveTopic('task', z.object({ id: FileId, task: z.catch(z.optional(TaskView), undefined) }))
/** A running task was cancelled: the worker stops it. */
export const cancelledTopic = liveTopic('cancelled', z.object({ taskId: z.string() }))

/** The speakers of a long recording cannot be separated (B§5). */
const tooLongForSpeakers = {
  status: -14,
  message: `Speakers can be told apart in recordings of up to ${MAX_SPEAKER_SECONDS / 3600} hours.`,
}

/** `data` says how many seconds the transcription needs and how many are left. */
const notEnoughMinutes = {
  status: -1,
  message: 'There are not enough minutes left to transcribe this recording.',
  details: z.object({ seconds_needed: z.int(), seconds_left: z.int() }),
}

const statusItem = z.object({ file_id: FileId, status: z.int() })
const statusLists = z.object({ files_trans: z.array(statusItem), files_summ: z.array(statusItem) })

/** All fields are optional because other clients send only `{}`. `info` is JSON in a string (B§7). */
export const TaskRequest = z.object({
  /** 1 restarts a finished task. */
  is_reload: z.optional(z.coerce.number().check(z.int())),
  /**
   * What is asked for (B§4). With `is_reload`, `reTranscribe` creates everything; otherwise the transcript is kept if only the summary
   * is missing. Without it, only `new` starts again what was cancelled.
   */
  operate_type: z.nullish(z.enum(['query', 'new', 'retry', 'reTranscribe'])),
  summ_type: TemplateId,
  summ_type_type: TemplateType,
  info: Info,
  support_mul_summ: MultiSummary,
  ...memoFields,
})

/** Most speakers that a client can expect in a recording. */
export const MAX_EXPECTED_SPEAKERS = 20

/** An entry of the transcription history. Times are in Unix seconds, `duration` is in milliseconds. */
export const PastTask = z.object({
  task_id: z.string(),
  file_id: FileId,
  filename: z.string(),
  duration: z.int(),
  /** False for the sample recording, which is transcribed for free. */
  uses_minutes: z.boolean(),
  /** ISO 639-1 code of the detected or requested language, or null if unknown. */
  language: z.nullable(z.string()),
  stage: z.enum(STAGES),
  status: z.int(),
  made_at: z.int(),
  finished_at: z.nullable(z.int()),
})
export type PastTask = z.infer<typeof PastTask>

export const generateContract = {
  transsumm: route({
    method: 'POST',
    path: '/ai/transsumm/:id',
    access: 'signed-in',
    addsData: false,
    summary: 'Start transcription and summary of a recording, or get its status: 0 in progress, 1 done, negative failed',
    params,
    body: z._default(TaskRequest, {}),
    bodyLimit: MEMO_BODY,
    refusals: { audioDeleted, tooLongForSpeakers, notEnoughMinutes, tooFrequent, ...templateRefusals },
    carriesResults: true,
    reply: z.object(results),
  }),
  separateSpeakers: route({
    method: 'POST',
    path: '/ai/separate-speakers/:id',
    access: 'signed-in',
    summary: 'Tell the speakers of a transcript apart again; the words stay and no minutes are used',
    params,
    body: z.object({
      /** At most this many speakers; null to find out. */
      speakers: z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_EXPECTED_SPEAKERS))),
    }),
    reply: z.object({}),
    refusals: {
      audioDeleted,
      tooLongForSpeakers,
      noTranscript: { status: -7, message: 'This recording has no transcript.' },
      busy,
    },
  }),
  status: route({
    method: 'GET',
    path: '/ai/status',
    access: 'signed-in',
    summary: 'List recordings whose transcription or summary is in progress or ended recently',
    reply: z.object({
      data_transsumm: statusLists,
      data_processing: z.array(z.string()),
      data_processing_chatllm: z.array(z.string()),
      data_processing_transsumm: z.extend(statusLists, { files_outline: z.array(statusItem) }),
      data_processing_sum_new_note: z.array(z.string()),
      data_complete_sum_new_note: z.array(z.string()),
      data_tasks: z.array(TaskView),
    }),
  }),
  transStatus: route({
    method: 'GET',
    path: '/ai/trans-status',
    access: 'signed-in',
    summary: 'Get the seconds of audio being transcribed now',
    reply: z.object({ total_seconds: z.number(), remain_total: z.number() }),
  }),
  history: route({
    method: 'GET',
    path: '/user/me/history/transcripts',
    access: 'signed-in',
    summary: "List the caller's transcriptions, newest first, except those of deleted recordings",
    query: z.object({
      skip: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
    }),
    reply: z.object({ data: z.object({ total: z.int(), list: z.array(PastTask) }) }),
  }),
  welcome: route({
    method: 'POST',
    path: '/file/welcome',
    access: 'signed-in',
    summary: 'Create the sample recording and start its transcription, once per account (A§4)',
    body: z.object({ lang: z._default(z.string().check(z.maxLength(40)), '') }),
    reply: z.object({ data: z.object({ file_id: FileId, session_id: z.int() }) }),
    refusals: { oldUser: { status: -5, message: 'This account has already received the sample recording.' } },
  }),
  cancel: route({
    method: 'POST',
    path: '/ai/cancel/:id',
    access: 'signed-in',
    addsData: false,
    summary: 'Stop the transcription or summary of a recording',
    params,
    reply: z.object({}),
  }),
} as const
