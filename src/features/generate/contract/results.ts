import { type Bytes, MiB } from '#shared/units.ts'
import { z } from 'zod/mini'
import { FileId, Segment } from '#features/files/contract.ts'
import { Note } from '#features/notes/contract.ts'

/** The codes of B§8 that this feature returns. */
export const TASK_CODES = {
  inProgress: 0,
  done: 1,
  /** The minutes of the user are used up or have expired. */
  notEnoughMinutes: -1,
  /** The reading of -1 at a note: it cannot be written now. */
  noteUnavailable: -1,
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
  /** The speech engine cannot run here, or its server has no transcription. */
  transcriptionUnavailable: -110,
  /** The speech server refused the request, such as a wrong key. */
  transcriptionRefused: -112,
  /** The language model that was chosen did not answer; the transcript is ready. */
  modelFailed: -900_110,
  /** The language model that was chosen refused the request, such as a wrong key or no credit. */
  modelRefused: -900_112,
  /** The transcript is saved, but has too few words for a summary. */
  contentTooShort: -111,
  /** Only the speakers could not be separated; one of the internal errors of the transcription (-1000 to -1999). */
  separationFailed: -1001,
  /** A model of the speech engine is missing or damaged. */
  modelBroken: -1002,
  /** The language model gave an answer that cannot be used; one of the internal errors of the summary (-2000 to -2999). */
  answerUnusable: -2001,
  /** The request is longer than what the language model reads. */
  requestTooLong: -2002,
  transcriptionUnknown: -100_101,
  summaryUnknown: -100_102,
  /** Set by the page when the server cannot be reached. */
  unstableNetwork: -100_200,
} as const

/** The templates that a user may not use (B§8), and a template that is not there. */
export const templateRefusals = {
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

export const noTranscript = { status: TASK_CODES.noSpeech, message: 'This recording has no transcript to summarize.' }
export const busy = { status: -2, message: 'This recording is being processed. Try again when it is done.' }

/** While another task runs, and above the limit of the calls. Clients send it again a few times before they show it (B§4, B§8). */
export const tooFrequent = {
  status: -2,
  message: 'This recording is being processed, or there were too many requests. Try again in a moment.',
}

export const params = z.object({ id: FileId })
export const TemplateId = z.nullish(z.string().check(z.maxLength(200)))
export const TemplateType = z.nullish(z.string().check(z.maxLength(40)))
/** JSON in a string (B§7), or the object itself. */
export const Info = z.nullish(z.union([z.string().check(z.maxLength(10_000)), z.looseObject({})]))

/** Longest memo in characters; of its marks `MAX_MARKS` are kept. */
const MAX_MEMO = 200_000
const Mark = z.looseObject({})
/**
 * What the speaker noted while recording (B§7): the title of the notes, and the notes as text, as JSON in a string, or as a list of texts
 * and of marks, `mark_content` with its `timestamp` in milliseconds.
 */
export const memoFields = {
  mark_title: z.nullish(z.string().check(z.maxLength(500))),
  mark_memo: z.nullish(
    z.union([
      z.string().check(z.maxLength(MAX_MEMO)),
      z.array(z.union([z.string().check(z.maxLength(MAX_MEMO)), Mark, z.null()])).check(z.maxLength(10_000)),
      Mark,
    ]),
  ),
}
/** A memo of the greatest length in a script of three bytes a character. */
export const MEMO_BODY: Bytes = MiB
export const MultiSummary = z.nullish(z.union([z.boolean(), z.number(), z.string().check(z.maxLength(20))]))

/** The results of a recording, with status 0 in progress, 1 done, or a negative code of B§8 with what there is. */
export const results = {
  status: z.int(),
  msg: z.string(),
  err_code: z.string(),
  err_msg: z.string(),
  /** `trans_task_id` is the id of the latest task. */
  task_id_info: z.looseObject({ trans_task_id: z.optional(z.string()) }),
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
