import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { FileId, Segment, audioDeleted } from '#features/files/contract.ts'
import { MAX_NOTES, Note, NoteType, tryTemplate } from '#features/notes/contract.ts'
import { MAX_SPEAKER_SECONDS } from '#features/transcription/contract.ts'

/** Clients poll the status every 10 seconds, or 5 seconds after a failed poll (B§4, B§9). */
export const POLL_MS = 10_000
export const POLL_AFTER_FAILURE_MS = 5_000

/** The codes of B§8 that this feature returns. */
export const TASK_CODES = {
  inProgress: 0,
  done: 1,
  /** The minutes of the user are used up or have expired. */
  notEnoughMinutes: -1,
  summaryFailed: -3,
  transcriptionFailed: -5,
  /** Like `transcriptionFailed`, and the minutes came back. */
  transcriptionRefunded: -6,
  noSpeech: -7,
  tooLong: -8,
  /** The plan does not include custom templates. */
  noCustomTemplates: -11,
  /** The template was deleted or is not public any more. */
  templateMissing: -12,
  /** The plan does not include professional templates, and the tries are used up. */
  noProfessionalTemplates: -13,
  /** The speech server is not usable. */
  transcriptionUnavailable: -110,
  /** The language model that was chosen did not answer; the transcript is ready. */
  modelFailed: -900_110,
  /** The language model that was chosen refused the request, such as a wrong key or no credit. */
  modelRefused: -900_112,
  /** The transcript is saved, but has too few words for a summary. */
  contentTooShort: -111,
  /** Only the speakers could not be told apart; one of the internal errors of the transcription (-1000 to -1999). */
  separationFailed: -1001,
  /** A model of the speech engine is missing or damaged. */
  modelBroken: -1002,
  transcriptionUnknown: -100_101,
  summaryUnknown: -100_102,
  /** Set by the page when the server cannot be reached. */
  unstableNetwork: -100_200,
} as const

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
})
export type TaskView = z.infer<typeof TaskView>

/** The speakers of a long recording cannot be told apart (B§5). */
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

/** The templates that a user may not use (B§8), and a template that is not there. */
const templateRefusals = {
  noCustomTemplates: {
    status: TASK_CODES.noCustomTemplates,
    message: 'Your plan does not include custom templates. Choose another template.',
  },
  templateMissing: {
    status: TASK_CODES.templateMissing,
    message: 'This template no longer exists. Choose another one.',
  },
  noProfessionalTemplates: {
    status: TASK_CODES.noProfessionalTemplates,
    message: 'Your plan does not include professional templates. Choose another template.',
  },
} as const

const noTranscript = { status: TASK_CODES.noSpeech, message: 'This recording has no transcript to summarize.' }
const busy = { status: -2, message: 'This recording is being processed. Try again when it is done.' }

const params = z.object({ id: FileId })
const statusItem = z.object({ file_id: FileId, status: z.int() })
const statusLists = z.object({ files_trans: z.array(statusItem), files_summ: z.array(statusItem) })

const TemplateId = z.nullish(z.string().check(z.maxLength(200)))
const TemplateType = z.nullish(z.string().check(z.maxLength(40)))
const Info = z.nullish(z.string().check(z.maxLength(10_000)))
/** Chosen by the client, so that a request can be repeated. */
const PostId = z.nullish(z.union([z.string().check(z.maxLength(64)), z.number()]))
const MultiSummary = z.nullish(z.union([z.boolean(), z.number(), z.string().check(z.maxLength(20))]))

/** All fields are optional because other clients send only `{}`. `info` is JSON in a string (B§7). */
export const TaskRequest = z.object({
  /** 1 restarts a finished task. */
  is_reload: z.optional(z.coerce.number().check(z.int())),
  /** Used with `is_reload`. `retry` is the default and keeps the transcript if only the summary is missing (B§4). */
  operate_type: z.nullish(z.enum(['retry', 'reTranscribe'])),
  summ_type: TemplateId,
  summ_type_type: TemplateType,
  info: Info,
  support_mul_summ: MultiSummary,
  mark_title: z.nullish(z.string().check(z.maxLength(500))),
})

/** Creates the summary again from the transcript, with another template or model (B§7). The summary before it stays as a version. */
export const SummaryRequest = z.object({
  type: TemplateId,
  type_type: TemplateType,
  post_id: PostId,
  info: Info,
  support_mul_summ: MultiSummary,
})

/** Creates a note beside the summary (B§7). */
export const NoteRequest = z.object({
  summ_type: TemplateId,
  summ_type_type: TemplateType,
  tab_name: z.nullish(z.string().check(z.maxLength(200))),
  info: Info,
  post_id: PostId,
  ppc_status: z.nullish(z.number()),
})

/** Writes a note again. What is absent stays as it was. */
export const NoteRetryRequest = z.extend(NoteRequest, {
  ori_note_id: z.string().check(z.minLength(1), z.maxLength(64)),
  ori_note_type: z.nullish(NoteType),
  ori_post_id: PostId,
  mark_memo: z.nullish(z.unknown()),
})

/** The results of a recording, with status 0 in progress, 1 done, or a negative code of B§8 with what there is. */
const results = {
  status: z.int(),
  msg: z.string(),
  err_code: z.string(),
  err_msg: z.string(),
  task_id_info: z.looseObject({}),
  data_result: z.nullable(z.array(Segment)),
  /** JSON text with `markdown`, `content.markdown` and `header`. */
  data_result_summ: z.nullable(z.string()),
  /** JSON text of a list: the summary and the ready notes, each with `ai_content`, `category`, `summary_id`, `original_category`. */
  data_result_summ_mul: z.nullable(z.string()),
  outline_result: z.nullable(z.array(z.looseObject({}))),
  outline_task_status: z.int(),
  data_note_result: z.array(Note),
  download_link_map: z.object({}),
  file_version: z.int(),
  auto_save: z.boolean(),
}

/** Most speakers that a client can expect in a recording. */
export const MAX_EXPECTED_SPEAKERS = 20

/** An entry of the transcription history. Times are in Unix seconds, `duration` is in milliseconds. */
export const PastTask = z.object({
  task_id: z.string(),
  file_id: FileId,
  filename: z.string(),
  duration: z.int(),
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
    refusals: { audioDeleted, tooLongForSpeakers, notEnoughMinutes, ...templateRefusals },
    carriesResults: true,
    reply: z.object(results),
  }),
  chatllm: route({
    method: 'POST',
    path: '/ai/chatllm/:id',
    access: 'signed-in',
    summary: 'Create the summary again from the transcript; no minutes are used (B§4). The summary before it stays as a version',
    params,
    body: z._default(SummaryRequest, {}),
    refusals: { noTranscript, busy, ...templateRefusals },
    carriesResults: true,
    reply: z.object(results),
  }),
  sumNewNote: route({
    method: 'POST',
    path: '/ai/sum_new_note/:id',
    access: 'signed-in',
    summary: 'Create a note from another template. Repeating the request with the same post_id returns the same note',
    params,
    body: NoteRequest,
    refusals: {
      noTranscript,
      tooManyNotes: { status: -3, message: `A recording has ${MAX_NOTES} notes at most. Delete one first.` },
      noTemplate: { status: -4, message: 'Choose a template first.' },
      ...templateRefusals,
    },
    reply: z.object({ data: Note }),
  }),
  retrySumNote: route({
    method: 'POST',
    path: '/ai/retry_sum_note/:id',
    access: 'signed-in',
    summary: 'Write a note again, with the same template or another one. The text before it stays as a version',
    params,
    body: NoteRetryRequest,
    refusals: { noTranscript, busy, ...templateRefusals },
    reply: z.object({ data: Note }),
  }),
  tryTemplate,
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
  cancelNote: route({
    method: 'POST',
    path: '/ai/cancel_note/:id/:note_id',
    access: 'signed-in',
    addsData: false,
    summary: 'Stop writing a note. A note without an earlier text is removed',
    params: z.extend(params, { note_id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    reply: z.object({}),
  }),
} as const
