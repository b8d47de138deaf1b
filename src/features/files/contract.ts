import { z } from 'zod'
import { route } from '#kit/contract.ts'
import { plainName } from '#kit/plainName.ts'
import { days } from '#kit/units.ts'

/** Where a recording came from (B§3). */
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

/** 32 lower-case hex characters; unguessable. */
export const FILE_ID = /^[0-9a-f]{32}$/
export const FileId = z.string().regex(FILE_ID)
/** Characters of a title. */
export const FILENAME_MAX = 255

/** One stretch of speech (`trans_result`): times in ms from the start of the sound; a word is [start, end, text, confidence]. */
export const Segment = z.object({
  id: z.string(),
  start_time: z.number().int(),
  end_time: z.number().int(),
  content: z.string(),
  /** What people see: "Speaker 1" or a name; empty while speakers have not been told apart. */
  speaker: z.string().default(''),
  /** What the machine said. */
  original_speaker: z.string().default(''),
  language: z.string().optional(),
  words: z.array(z.tuple([z.number(), z.number(), z.string(), z.number()])).optional(),
})
export type Segment = z.infer<typeof Segment>

/** How the text came about (B§3). Unknown keys are kept: clients store their own there. */
export const ExtraData = z.looseObject({
  task_id_info: z.looseObject({}).optional(),
  tranConfig: z
    .looseObject({
      language: z.string().optional(),
      type: z.string().optional(),
      type_type: z.string().optional(),
      diarization: z.union([z.number(), z.boolean()]).optional(),
      llm: z.string().optional(),
    })
    .optional(),
  aiContentFrom: z.looseObject({}).optional(),
  aiContentHeader: z.looseObject({}).optional(),
})
export type ExtraData = z.infer<typeof ExtraData>

/** A recording as lists show it (B§3): times in unix seconds, `duration` in milliseconds. */
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
  /** When it was put into the trash, in unix seconds; null while it is not there. */
  trashed_at: z.number().int().nullable(),
})
export type FileRow = z.infer<typeof FileRow>

/** What the page keeps in memory of every recording of a library; lists, counts and filters need no more. */
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

/** How many recordings lie where (B§2), as the database keeps count. All but `trash` leave out the trash; no entry is none. */
export const LibraryCounts = z.object({
  all: z.number().int(),
  unorganized: z.number().int(),
  trash: z.number().int(),
  by_folder: z.record(z.string(), z.number().int()),
  /** By the code of the source (B§3). */
  by_scene: z.record(z.string(), z.number().int()),
})
export type LibraryCounts = z.infer<typeof LibraryCounts>

/** Most recordings of one page of the library, and most changes of one answer. */
export const LIBRARY_PAGE_MOST = 2000
/** What `stamp` and `next` look like: our own words, which mean nothing elsewhere. */
const Mark = z.string().max(200)

/** A recording with what was made of it (B§3). `ai_content` is markdown. */
export const File = FileRow.extend({
  extra_data: ExtraData,
  trans_result: z.array(Segment).nullable(),
  ai_content: z.string(),
  outline_result: z.array(z.looseObject({ start_time: z.number(), end_time: z.number(), topic: z.string() })).nullable(),
  /** When the owner's rule deleted the sound, in unix seconds; null while it is there. */
  sound_deleted_at: z.number().int().nullable(),
})
export type File = z.infer<typeof File>

/** The owner's rule has deleted the sound; the text stays. */
export const soundGone = { status: -7021, says: 'File_sound_deleted' } as const

const flag = z.union([z.boolean(), z.stringbool(), z.number().transform(Boolean)])

/** A plain name of at most 255 characters; a longer or empty one is refused. */
export const Filename = z
  .string()
  .max(10_000, 'Filename_toolong')
  .transform(plainName)
  .pipe(z.string().min(1, 'Filename_empty').max(FILENAME_MAX, 'Filename_toolong'))

const words = z
  .string()
  .nullish()
  .transform((said) => said ?? '')
const instant = z.number().transform((at) => Math.round(at))
/** Segments as other programs write them back: without ids, with null for a speaker nobody knows, with parts of milliseconds. */
const SentSegments = z
  .array(
    Segment.extend({
      id: z.string().optional(),
      start_time: instant,
      end_time: instant,
      speaker: words,
      original_speaker: words,
    }),
  )
  .transform((segments) => segments.map((segment, n): Segment => ({ ...segment, id: segment.id ?? String(n + 1) })))

/** What a client may write back to its recording (B§4 "save file result"); null, like nothing at all, changes nothing. */
export const FilePatch = z.object({
  filename: Filename.nullish(),
  filetag_id_list: z.array(z.string().max(64)).max(100).nullish(),
  trans_result: SentSegments.nullish(),
  ai_content: z.string().max(2_000_000).nullish(),
  outline_result: z.array(z.looseObject({ start_time: z.number(), end_time: z.number(), topic: z.string() })).nullish(),
  extra_data: ExtraData.nullish(),
  support_mul_summ: flag.nullish(),
})
export type FilePatch = z.infer<typeof FilePatch>

const params = z.object({ id: FileId })
const ids = z.array(FileId).min(1).max(100_000)

/** Unix milliseconds; a number nobody can mean is refused before it reaches a calendar. */
const moment = z.coerce
  .number()
  .int()
  .min(0)
  .max(Date.UTC(3000, 0, 1))

/** Forwards, and no longer than a life. */
const isSpan = (from: number, to: number): boolean => from <= to && to - from <= days(36_600)

/** Without a span, the last 30 days. `diff_time`: minutes the caller's clock is ahead of UTC, for days and hours as they live them. */
const StatQuery = z
  .object({
    diff_time: z.coerce.number().min(-1440).max(1440).default(0),
    start_time: moment.optional(),
    end_time: moment.optional(),
  })
  .refine(({ start_time, end_time }) => start_time === undefined || end_time === undefined || isSpan(start_time, end_time), {
    message: 'Stat_span',
    path: ['end_time'],
  })

export const filesContract = {
  simple: route({
    method: 'GET',
    path: '/file/simple/web',
    access: 'signed-in',
    summary: 'The list of recordings; without a query, the whole library. Unchanged since an ETag: 304',
    query: z.object({
      skip: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(0).max(99_999).default(99_999),
      /** 0 active, 1 trash only, 2 both (B§7). */
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
    query: z.object({ after: Mark.optional(), limit: z.coerce.number().int().min(1).max(LIBRARY_PAGE_MOST).default(100) }),
    reply: z.object({
      data: z.object({
        /** The state of the library before this page was read: `/file/changes` tells what came after it. */
        stamp: Mark,
        counts: LibraryCounts,
        files: z.array(LibraryRow),
        next: Mark.nullable(),
      }),
    }),
  }),
  changes: route({
    method: 'GET',
    path: '/file/changes',
    access: 'signed-in',
    summary: 'What has changed in the library since a stamp; where that is no longer known, `starts_over` has it read by pages',
    query: z.object({ since: Mark }),
    reply: z.object({
      data: z.object({
        stamp: Mark,
        starts_over: z.boolean(),
        counts: LibraryCounts,
        /** Recordings that came or changed, as they are now. */
        files: z.array(LibraryRow),
        /** Ids of those deleted for good. */
        gone: z.array(z.string()),
        /** There is more since the new stamp. */
        more: z.boolean(),
      }),
    }),
  }),
  knownTitles: route({
    method: 'POST',
    path: '/file/known-titles',
    access: 'signed-in',
    summary: 'Which of these titles recordings of the caller bear already, the trash aside (B§5: duplicates)',
    body: z.object({ titles: z.array(z.string().max(10_000)).max(1000) }),
    reply: z.object({ data: z.object({ known: z.array(z.string()) }) }),
  }),
  list: route({
    method: 'POST',
    path: '/file/list',
    access: 'signed-in',
    summary: 'Recordings by id, with transcript and summary',
    query: z.object({ support_mul_summ: flag.optional() }),
    body: z.array(FileId).max(1000),
    reply: z.object({ data_file_total: z.number().int(), data_file_list: z.array(File) }),
  }),
  change: route({
    method: 'PATCH',
    path: '/file/:id',
    access: 'signed-in',
    summary: 'Rename a recording, file it, or write a result back',
    params,
    body: FilePatch,
    reply: z.object({ data_file: File }),
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
    query: StatQuery,
    reply: z.object({
      data_stat: z.object({
        total_files: z.number().int(),
        /** Milliseconds. */
        total_duration: z.number().int(),
        total_transcribed_duration: z.number().int(),
        /** Seconds recorded a day, on average of the last 30 days. */
        recent_30_days_daily_avg: z.number(),
        /** One entry a day, the first day first. */
        group_result: z.array(z.object({ total_files: z.number().int() })),
        /** 0 to 23, the hour in which most recordings began; null without any. */
        most_active_hour: z.number().int().nullable(),
      }),
    }),
  }),
  trash: route({
    method: 'POST',
    path: '/file/trash/',
    access: 'signed-in',
    summary: 'Move recordings to the trash, all or none',
    body: ids,
    reply: z.object({}),
  }),
  untrash: route({
    method: 'POST',
    path: '/file/untrash/',
    access: 'signed-in',
    summary: 'Bring recordings back from the trash, all or none',
    body: ids,
    reply: z.object({}),
  }),
  remove: route({
    method: 'DELETE',
    path: '/file/',
    access: 'signed-in',
    summary: 'Delete recordings for good, all or none',
    body: ids,
    reply: z.object({}),
  }),
} as const

/** Told when recordings are gone for good; whoever kept something about them lets go of it. */
export const FilesRemoved = z.object({ userId: z.string(), fileIds: z.array(z.string()) })
/** Told when a transcript has been written or edited. */
export const TranscriptSaved = z.object({ userId: z.string(), fileId: z.string() })
