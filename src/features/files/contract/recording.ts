import { z } from 'zod/mini'

/** The source of a recording (B§3). `recorder`, a recording made in the page, is not in the specification (docs/decisions/0041). */
export const SCENES = {
  note: 1,
  call: 7,
  notepin: 880,
  NotePro: 881,
  NotePinS: 882,
  web: 101,
  desktop: 102,
  recorder: 103,
  welcomeNote: 1000,
} as const

/** 32 lower-case hexadecimal characters; not guessable. */
export const FILE_ID = /^[0-9a-f]{32}$/
export const FileId = z.string().check(z.regex(FILE_ID))
/** Maximum length of a title in characters. */
export const FILENAME_MAX = 255

/** The content types that links to audio have, with the suffix of a downloaded file. */
export const AUDIO_SUFFIXES = { 'audio/mpeg': 'mp3', 'audio/wav': 'wav', 'audio/ogg': 'ogg' } as const

/** One segment of speech (`trans_result`). Times are in ms; a word is [start, end, text, confidence]. */
export const Segment = z.object({
  id: z.string(),
  start_time: z.int(),
  end_time: z.int(),
  content: z.string(),
  /** The recognised text, when a person has changed it. */
  original_content: z.optional(z.string()),
  /** The displayed name: "Speaker 1" or a person's name; empty until speakers have been identified. */
  speaker: z._default(z.string(), ''),
  /** The speaker label from the model. */
  original_speaker: z._default(z.string(), ''),
  language: z.optional(z.string()),
  words: z.optional(z.array(z.tuple([z.number(), z.number(), z.string(), z.number()]))),
  /** Speech without recognized words; `content` says so in English and is not spoken text. */
  not_understood: z.optional(z.boolean()),
})
export type Segment = z.infer<typeof Segment>

/** How the text was produced (B§3). Unknown keys are kept because clients store their own data here. */
export const ExtraData = z.looseObject({
  task_id_info: z.optional(z.looseObject({})),
  tranConfig: z.optional(
    z.looseObject({
      language: z.optional(z.string().check(z.maxLength(1000))),
      type: z.optional(z.string().check(z.maxLength(1000))),
      type_type: z.optional(z.string().check(z.maxLength(1000))),
      diarization: z.optional(z.union([z.number(), z.boolean()])),
      llm: z.optional(z.string().check(z.maxLength(1000))),
    }),
  ),
  aiContentFrom: z.optional(z.looseObject({})),
  aiContentHeader: z.optional(z.looseObject({})),
  /** Rises with every edit of the transcript, which is only changed together with it. */
  transcript_version: z.optional(z.number()),
})
export type ExtraData = z.infer<typeof ExtraData>

/** A recording as lists show it (B§3). Times are in unix seconds, `duration` is in milliseconds. */
export const FileRow = z.object({
  id: FileId,
  filename: z.string(),
  fullname: z.string(),
  filesize: z.int(),
  filetype: z.string(),
  file_md5: z.string(),
  is_trash: z.boolean(),
  filetag_id_list: z.array(z.string()),
  scene: z.int(),
  serial_number: z.string(),
  start_time: z.int(),
  end_time: z.int(),
  edit_time: z.int(),
  /** When the owner last opened the recording, or added it to the library. */
  opened_time: z.int(),
  edit_from: z.string(),
  session_id: z.int(),
  duration: z.int(),
  timezone: z.number(),
  version: z.int(),
  support_mul_summ: z.boolean(),
  is_trans: z.boolean(),
  is_summary: z.boolean(),
  /** The first line of the summary; empty when there is none. */
  summary_line: z.string(),
  /** The summary was created after the owner had last opened the recording. */
  is_summary_new: z.boolean(),
  ori_ready: z.boolean(),
  /** When the recording was moved to the trash, in unix seconds; null when it is not in the trash. */
  trashed_at: z.nullable(z.int()),
})
export type FileRow = z.infer<typeof FileRow>

/** The fields of every recording that the page keeps in memory. Lists, counts and filters need no more. */
export const LibraryRow = z.pick(FileRow, {
  id: true,
  filename: true,
  is_trash: true,
  trashed_at: true,
  filetag_id_list: true,
  scene: true,
  start_time: true,
  edit_time: true,
  opened_time: true,
  duration: true,
  is_trans: true,
  is_summary: true,
  summary_line: true,
  is_summary_new: true,
  ori_ready: true,
})
export type LibraryRow = z.infer<typeof LibraryRow>

/** Recordings by category and folder (B§2). All but `trash` exclude the trash; a missing entry means zero. */
export const LibraryCounts = z.object({
  all: z.int(),
  unorganized: z.int(),
  trash: z.int(),
  by_folder: z.record(z.string(), z.int()),
  /** By the code of the source (B§3). */
  by_scene: z.record(z.string(), z.int()),
})
export type LibraryCounts = z.infer<typeof LibraryCounts>

/** A summary or a note of a recording, as an item of its multi-summary (B§3). `ai_content` is Markdown. */
export const SummaryItem = z.object({
  ai_content: z.string(),
  category: z.string(),
  summary_id: z.string(),
  original_category: z.string(),
})
export type SummaryItem = z.infer<typeof SummaryItem>

/** A recording with its transcript, summary and outline (B§3). `ai_content` is markdown. */
export const File = z.extend(FileRow, {
  /** The title before the one that was generated from the content; null when the title is not generated. */
  original_filename: z.nullable(z.string()),
  extra_data: ExtraData,
  trans_result: z.nullable(z.array(Segment)),
  ai_content: z.string(),
  /** The summary and the ready notes, for a client that asks for them with `support_mul_summ`. */
  summary_list: z.optional(z.array(SummaryItem)),
  outline_result: z.nullable(z.array(z.looseObject({ start_time: z.number(), end_time: z.number(), topic: z.string() }))),
  /** When a retention rule of the owner deleted the audio, in unix seconds; null while the audio exists. */
  sound_deleted_at: z.nullable(z.int()),
  /** Where the owner last stopped playing, in ms; 0 at the start and after the end. */
  playback_position: z.int(),
})
export type File = z.infer<typeof File>
