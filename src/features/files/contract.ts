import { z } from 'zod'
import { route } from '#shared/contract.ts'
import { cleanName, MAX_TYPED_NAME } from '#shared/cleanName.ts'
import { type Bytes, MiB } from '#shared/units.ts'
import { TimeRangeQuery } from '#shared/timeRangeQuery.ts'

/** The source of a recording (B§3). */
export const SCENES = {
  note: 1,
  call: 7,
  notepin: 880,
  NotePro: 881,
  NotePinS: 882,
  web: 101,
  desktop: 102,
  welcomeNote: 1000,
} as const

/** Maximum number of recordings in one call. */
export const MAX_FILES_PER_CALL = 100_000
/** Body limit of a call with that many ids: 35 bytes each, with quotes and comma. */
export const MAX_FILES_BODY: Bytes = 4 * MiB

/** 32 lower-case hexadecimal characters; not guessable. */
export const FILE_ID = /^[0-9a-f]{32}$/
export const FileId = z.string().regex(FILE_ID)
/** Maximum length of a title in characters. */
export const FILENAME_MAX = 255

/** One segment of speech (`trans_result`). Times are in ms; a word is [start, end, text, confidence]. */
export const Segment = z.object({
  id: z.string(),
  start_time: z.number().int(),
  end_time: z.number().int(),
  content: z.string(),
  /** The displayed name: "Speaker 1" or a person's name; empty until speakers have been identified. */
  speaker: z.string().default(''),
  /** The speaker label from the model. */
  original_speaker: z.string().default(''),
  language: z.string().optional(),
  words: z.array(z.tuple([z.number(), z.number(), z.string(), z.number()])).optional(),
  /** Speech without recognized words; `content` says so in English and is not spoken text. */
  not_understood: z.boolean().optional(),
})
export type Segment = z.infer<typeof Segment>

/** How the text was produced (B§3). Unknown keys are kept because clients store their own data here. */
export const ExtraData = z.looseObject({
  task_id_info: z.looseObject({}).optional(),
  tranConfig: z
    .looseObject({
      language: z.string().max(1000).optional(),
      type: z.string().max(1000).optional(),
      type_type: z.string().max(1000).optional(),
      diarization: z.union([z.number(), z.boolean()]).optional(),
      llm: z.string().max(1000).optional(),
    })
    .optional(),
  aiContentFrom: z.looseObject({}).optional(),
  aiContentHeader: z.looseObject({}).optional(),
})
export type ExtraData = z.infer<typeof ExtraData>

/** A recording as lists show it (B§3). Times are in unix seconds, `duration` is in milliseconds. */
export const FileRow = z.object({
  id: FileId,
  filename: z.string(),
  fullname: z.string(),
  filesize: z.number().int(),
  filetype: z.string(),
  file_md5: z.string(),
  is_trash: z.boolean(),
  filetag_id_list: z.array(z.string()),
  scene: z.number().int(),
  serial_number: z.string(),
  start_time: z.number().int(),
  end_time: z.number().int(),
  edit_time: z.number().int(),
  edit_from: z.string(),
  session_id: z.number().int(),
  duration: z.number().int(),
  timezone: z.number(),
  version: z.number().int(),
  support_mul_summ: z.boolean(),
  is_trans: z.boolean(),
  is_summary: z.boolean(),
  ori_ready: z.boolean(),
  /** When the recording was moved to the trash, in unix seconds; null when it is not in the trash. */
  trashed_at: z.number().int().nullable(),
})
export type FileRow = z.infer<typeof FileRow>

/** The fields of every recording that the page keeps in memory. Lists, counts and filters need no more. */
export const LibraryRow = FileRow.pick({
  id: true,
  filename: true,
  is_trash: true,
  trashed_at: true,
  filetag_id_list: true,
  scene: true,
  start_time: true,
  edit_time: true,
  duration: true,
  is_trans: true,
  is_summary: true,
  ori_ready: true,
})
export type LibraryRow = z.infer<typeof LibraryRow>

/** Recordings by category and folder (B§2). All but `trash` exclude the trash; a missing entry means zero. */
export const LibraryCounts = z.object({
  all: z.number().int(),
  unorganized: z.number().int(),
  trash: z.number().int(),
  by_folder: z.record(z.string(), z.number().int()),
  /** By the code of the source (B§3). */
  by_scene: z.record(z.string(), z.number().int()),
})
export type LibraryCounts = z.infer<typeof LibraryCounts>

/** Maximum number of recordings in one page of the library, and of changes in one reply. */
export const LIBRARY_PAGE_MAX = 2000
/** Schema of `sync_token` and `next`: opaque tokens of this server. */
const Cursor = z.string().max(200)

/** A recording with its transcript, summary and outline (B§3). `ai_content` is markdown. */
export const File = FileRow.extend({
  extra_data: ExtraData,
  trans_result: z.array(Segment).nullable(),
  ai_content: z.string(),
  outline_result: z.array(z.looseObject({ start_time: z.number(), end_time: z.number(), topic: z.string() })).nullable(),
  /** When a retention rule of the owner deleted the audio, in unix seconds; null while the audio exists. */
  sound_deleted_at: z.number().int().nullable(),
})
export type File = z.infer<typeof File>

/** The account has reached the storage limit of the operator. The number follows HTTP 507. */
export const accountFull = {
  status: -5071,
  message: 'The storage of this account is full. Empty the trash or delete recordings, then try again.',
} as const

const tooLarge = (status: number, subject: string) =>
  ({ status, message: `The ${subject} is longer than a recording of this length can have.` }) as const

/** A retention rule of the owner has deleted the audio; the text stays. */
export const soundGone = {
  status: -7021,
  message: 'The sound of this recording was deleted by a rule of its owner. Its text is still there.',
} as const

const flag = z.union([z.boolean(), z.string().max(20).pipe(z.stringbool()), z.number().transform(Boolean)])

/** A plain name of at most 255 characters. A longer or empty name is refused. */
export const Filename = z
  .string()
  .max(MAX_TYPED_NAME, `A title has ${FILENAME_MAX} characters at most.`)
  .transform(cleanName)
  .pipe(z.string().min(1, 'A recording needs a title.').max(FILENAME_MAX, `A title has ${FILENAME_MAX} characters at most.`))

const speakerName = z
  .string()
  .max(1000)
  .nullish()
  .transform((name) => name ?? '')
const wholeMillis = z.number().transform((value) => Math.round(value))
/** Segments as other programs send them: without ids, with null for an unknown speaker, with fractions of milliseconds. */
const SegmentsInput = z
  .array(
    Segment.extend({
      id: z.string().max(200).optional(),
      start_time: wholeMillis,
      end_time: wholeMillis,
      content: z.string().max(100_000),
      speaker: speakerName,
      original_speaker: speakerName,
      language: z.string().max(40).optional(),
      words: z
        .array(z.tuple([z.number(), z.number(), z.string().max(1000), z.number()]))
        .max(100_000)
        .optional(),
    }),
  )
  .max(100_000)
  .transform((segments) => segments.map((segment, n): Segment => ({ ...segment, id: segment.id ?? String(n + 1) })))

/** What a client may write to its recording (B§4 "save file result"). A null field changes nothing, like a missing one. */
export const FilePatch = z.object({
  filename: Filename.nullish(),
  filetag_id_list: z.array(z.string().max(64)).max(100).nullish(),
  trans_result: SegmentsInput.nullish(),
  ai_content: z.string().max(2_000_000).nullish(),
  outline_result: z
    .array(z.looseObject({ start_time: z.number(), end_time: z.number(), topic: z.string().max(10_000) }))
    .max(10_000)
    .nullish(),
  extra_data: ExtraData.nullish(),
  support_mul_summ: flag.nullish(),
})
export type FilePatch = z.infer<typeof FilePatch>

const params = z.object({ id: FileId })
const unique = (ids: readonly string[]): string[] => [...new Set(ids)]
const ids = z.array(FileId).min(1).max(MAX_FILES_PER_CALL, { abort: true }).overwrite(unique)

/** Ids in the query, for calls without a body: `?ids=a,b` or `?ids=a&ids=b`. */
const idsInQuery = z
  .union([z.string().max(8000), z.array(z.string().max(8000)).max(250)])
  .transform((values) => [values].flat().flatMap((part) => part.split(',')))
  .pipe(ids)

export const filesContract = {
  simple: route({
    method: 'GET',
    path: '/file/simple/web',
    access: 'signed-in',
    hasEtag: true,
    summary: 'The list of recordings; without a query, the whole library. Unchanged since an ETag: 304',
    query: z.object({
      skip: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(0).max(99_999).default(99_999),
      /** 0: active, 1: trash only, 2: both (B§7). */
      is_trash: z.coerce.number().int().min(0).max(2).default(2),
      sort_by: z.enum(['start_time', 'edit_time']).catch('start_time').default('start_time'),
      is_desc: flag.default(true),
    }),
    reply: z.object({ data_file_total: z.number().int(), data_file_list: z.array(FileRow) }),
  }),
  page: route({
    method: 'GET',
    path: '/file/page',
    access: 'signed-in',
    summary: 'One page of the library, newest recording first, the trash included; `next` asks for the one after it',
    query: z.object({ after: Cursor.optional(), limit: z.coerce.number().int().min(1).max(LIBRARY_PAGE_MAX).default(100) }),
    reply: z.object({
      data: z.object({
        /** Sync token of the library before this page was read; `/file/changes` returns what changed after it. */
        sync_token: Cursor,
        counts: LibraryCounts,
        files: z.array(LibraryRow),
        next: Cursor.nullable(),
      }),
    }),
  }),
  changes: route({
    method: 'GET',
    path: '/file/changes',
    access: 'signed-in',
    summary:
      'What has changed in the library since a sync token; where that is no longer known, `starts_over` has it read by pages',
    query: z.object({ since: Cursor }),
    reply: z.object({
      data: z.object({
        sync_token: Cursor,
        starts_over: z.boolean(),
        counts: LibraryCounts,
        /** Recordings that were added or changed, in their current state. */
        files: z.array(LibraryRow),
        /** Ids of recordings that were permanently deleted. */
        gone: z.array(z.string()),
        /** More changes follow after the new token. */
        more: z.boolean(),
      }),
    }),
  }),
  knownTitles: route({
    method: 'POST',
    path: '/file/known-titles',
    access: 'signed-in',
    addsData: false,
    summary: 'Which of these titles recordings of the caller bear already, the trash aside (B§5: duplicates)',
    body: z.object({ titles: z.array(z.string().max(1000)).max(1000) }),
    // Room for a thousand titles of 255 characters, up to three bytes each.
    bodyLimit: MiB,
    reply: z.object({ data: z.object({ known: z.array(z.string()) }) }),
  }),
  list: route({
    method: 'POST',
    path: '/file/list',
    access: 'signed-in',
    mayNotExist: true,
    addsData: false,
    summary: 'Recordings by id, with transcript and summary; `data_left_out` names those to ask for in a call of their own',
    query: z.object({ support_mul_summ: flag.optional() }),
    /** A repeated id is returned once. */
    body: z.array(FileId).max(1000, { abort: true }).overwrite(unique),
    reply: z.object({
      /** Number of requested recordings, including those left out. */
      data_file_total: z.number().int(),
      data_file_list: z.array(File),
      /** Ids that did not fit into this reply (`FULL_FILES_BYTES`). */
      data_left_out: z.array(z.string()),
    }),
  }),
  change: route({
    method: 'PATCH',
    path: '/file/:id',
    access: 'signed-in',
    summary: 'Rename a recording, file it, or write a result back',
    params,
    body: FilePatch,
    // Room for the transcript of five hours with word times, and for a summary of two million characters.
    bodyLimit: 16 * MiB,
    reply: z.object({ data_file: File }),
    /** The limits are those of `textLimits`; a refused call changes nothing. */
    refusals: {
      accountFull,
      extraDataTooLarge: { status: -4131, message: 'The extra data of this recording would be larger than 256 KB.' },
      transcriptTooLarge: tooLarge(-4132, 'transcript'),
      summaryTooLarge: tooLarge(-4133, 'summary'),
      outlineTooLarge: tooLarge(-4134, 'outline'),
    },
  }),
  tempUrl: route({
    method: 'GET',
    path: '/file/temp-url/:id',
    access: 'signed-in',
    summary: 'A signed link to the sound, good for an hour; is_opus=1 adds Ogg Opus where there is one',
    params,
    query: z.object({ is_opus: flag.optional() }),
    reply: z.object({ temp_url: z.string(), temp_url_opus: z.string().nullable() }),
    refusals: { soundGone },
  }),
  peaks: route({
    method: 'GET',
    path: '/file/peaks/:id',
    access: 'signed-in',
    summary: 'Loudness of the sound in 4000 points, each 0 to 255, base64; null while it is being measured',
    params,
    reply: z.object({ data: z.object({ peaks: z.string().nullable() }) }),
  }),
  stat: route({
    method: 'GET',
    path: '/user/stat/file',
    access: 'signed-in',
    summary: 'How much the caller has recorded, in all and per day of the span asked for; without the trash',
    query: TimeRangeQuery,
    reply: z.object({
      data_stat: z.object({
        total_files: z.number().int(),
        /** In milliseconds. */
        total_duration: z.number().int(),
        total_transcribed_duration: z.number().int(),
        /** Recorded seconds per day, averaged over the last 30 days. */
        recent_30_days_daily_avg: z.number(),
        /** One entry per day, first day first. */
        group_result: z.array(z.object({ total_files: z.number().int() })),
        /** The hour (0 to 23) in which most recordings started; null without recordings. */
        most_active_hour: z.number().int().nullable(),
        /** Storage used by the account in bytes, including the trash and unfinished uploads. */
        storage: z.object({
          sound_bytes: z.number().int(),
          text_bytes: z.number().int(),
          /** Limit for both together; null when the operator set none. */
          limit_bytes: z.number().int().nullable(),
        }),
      }),
    }),
  }),
  trash: route({
    method: 'POST',
    path: '/file/trash/',
    access: 'signed-in',
    mayNotExist: true,
    addsData: false,
    summary: 'Move recordings to the trash, all or none',
    body: ids,
    bodyLimit: MAX_FILES_BODY,
    reply: z.object({}),
  }),
  untrash: route({
    method: 'POST',
    path: '/file/untrash/',
    access: 'signed-in',
    mayNotExist: true,
    addsData: false,
    summary: 'Bring recordings back from the trash, all or none',
    body: ids,
    bodyLimit: MAX_FILES_BODY,
    reply: z.object({}),
  }),
  remove: route({
    method: 'DELETE',
    path: '/file/',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Delete recordings for good, all or none: by ids in the query or in the body (A§7, B§7)',
    query: z.object({ ids: idsInQuery.optional() }),
    body: ids.optional(),
    bodyLimit: MAX_FILES_BODY,
    reply: z.object({}),
  }),
} as const

/** Published when recordings are permanently deleted. Subscribers delete what they store about them. */
export const FilesRemoved = z.object({ userId: z.string(), fileIds: z.array(z.string()) })
/** Published when a transcript has been written or edited. */
export const TranscriptSaved = z.object({ userId: z.string(), fileId: z.string() })
