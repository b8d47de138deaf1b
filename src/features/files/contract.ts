import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { liveTopic } from '#shared/liveTopic.ts'
import { type Bytes, MiB } from '#shared/units.ts'
import { TimeRangeQuery } from '#shared/timeRangeQuery.ts'
import { FilePatch, flag } from './contract/filePatch.ts'
import { AUDIO_SUFFIXES, File, FileId, FileRow, LibraryCounts, LibraryRow } from './contract/recording.ts'

export { FilePatch, Filename, flag } from './contract/filePatch.ts'
export {
  AUDIO_SUFFIXES,
  ExtraData,
  FILENAME_MAX,
  FILE_ID,
  File,
  FileId,
  FileRow,
  LibraryCounts,
  LibraryRow,
  SCENES,
  Segment,
  SummaryItem,
} from './contract/recording.ts'

/** A recording was added or changed. */
export const fileTopic = liveTopic('file', z.object({ id: FileId }))
/** Several recordings were added, changed or deleted. */
export const filesTopic = liveTopic('files')

/** Maximum number of recordings in one call. */
export const MAX_FILES_PER_CALL = 100_000
/** Body limit of a call with that many ids: 35 bytes each, with quotes and comma. */
export const MAX_FILES_BODY: Bytes = 4 * MiB

/** Maximum number of recordings in one page of the library, and of changes in one reply. */
export const LIBRARY_PAGE_MAX = 2000
/** Schema of `sync_token` and `next`: opaque tokens of this server. */
const Cursor = z.string().check(z.maxLength(200))

/** The account has reached the storage limit of the operator. The number follows HTTP 507. */
export const accountFull = {
  status: -5071,
  message: 'The storage of this account is full. Empty the trash or delete recordings, then try again.',
} as const

const tooLarge = (status: number, subject: string) =>
  ({ status, message: `The ${subject} is longer than a recording of this length can have.` }) as const

/** A retention rule of the owner has deleted the audio; the text stays. */
export const audioDeleted = {
  status: -7021,
  message: 'The audio of this recording was deleted by a retention setting. Its transcript is still there.',
} as const

const params = z.object({ id: FileId })
const unique = (ids: readonly string[]): string[] => [...new Set(ids)]
const ids = z.array(FileId).check(z.minLength(1), z.maxLength(MAX_FILES_PER_CALL, { abort: true }), z.overwrite(unique))

/** Ids in the query, for calls without a body: `?ids=a,b` or `?ids=a&ids=b`. */
const idsInQuery = z.pipe(
  z.pipe(
    z.union([z.string().check(z.maxLength(8000)), z.array(z.string().check(z.maxLength(8000))).check(z.maxLength(250))]),
    z.transform((values) => [values].flat().flatMap((part) => part.split(','))),
  ),
  ids,
)

export const filesContract = {
  simple: route({
    method: 'GET',
    path: '/file/simple/web',
    access: 'signed-in',
    hasEtag: true,
    summary: 'List recordings; without a query, the whole library. 304 if unchanged since an ETag',
    query: z.object({
      skip: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(99_999)), 99_999),
      /** 0: active, 1: trash only, 2: both (B§7). */
      is_trash: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2)), 2),
      sort_by: z._default(z.catch(z.enum(['start_time', 'edit_time', 'opened_time']), 'start_time'), 'start_time'),
      is_desc: z._default(flag, true),
    }),
    reply: z.object({ data_file_total: z.int(), data_file_list: z.array(FileRow) }),
  }),
  page: route({
    method: 'GET',
    path: '/file/page',
    access: 'signed-in',
    summary: 'Get one page of the library, newest first, including the trash; `next` is the cursor of the next page',
    query: z.object({
      after: z.optional(Cursor),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIBRARY_PAGE_MAX)), 100),
    }),
    reply: z.object({
      data: z.object({
        /** Sync token of the library before this page was read; `/file/changes` returns what changed after it. */
        sync_token: Cursor,
        counts: LibraryCounts,
        files: z.array(LibraryRow),
        next: z.nullable(Cursor),
      }),
    }),
  }),
  changes: route({
    method: 'GET',
    path: '/file/changes',
    access: 'signed-in',
    summary: 'Get changes of the library since a sync token; if the token has expired, `starts_over` asks to load all pages',
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
    summary: "Find titles that the caller's recordings already have, except in the trash (B§5: duplicates)",
    body: z.object({ titles: z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(1000)) }),
    // Fits a thousand titles of 255 characters, up to three bytes each.
    bodyLimit: MiB,
    reply: z.object({ data: z.object({ known: z.array(z.string()) }) }),
  }),
  list: route({
    method: 'POST',
    path: '/file/list',
    access: 'signed-in',
    mayNotExist: true,
    addsData: false,
    summary: 'Get recordings by id, with transcript and summary; `data_left_out` lists those to request separately',
    query: z.object({
      /** Adds `summary_list` to each recording. */
      support_mul_summ: z.optional(flag),
      /** `trans_result` is null in recordings whose transcript has this version, because the client already has it. */
      transcript_version: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    }),
    /** A repeated id is returned once. */
    body: z.array(FileId).check(z.maxLength(1000, { abort: true }), z.overwrite(unique)),
    reply: z.object({
      /** Number of requested recordings, including those left out. */
      data_file_total: z.int(),
      data_file_list: z.array(File),
      /** Ids that did not fit into this reply (`FULL_FILES_BYTES`). */
      data_left_out: z.array(z.string()),
    }),
  }),
  change: route({
    method: 'PATCH',
    path: '/file/:id',
    access: 'signed-in',
    summary: 'Rename a recording, change its folder, or save a result',
    params,
    body: FilePatch,
    // Fits the transcript of five hours with word times, and a summary of two million characters.
    bodyLimit: 16 * MiB,
    reply: z.object({ data_file: File }),
    /** The limits are those of `textLimits`; a refused call changes nothing. */
    refusals: {
      accountFull,
      extraDataTooLarge: { status: -4131, message: 'The extra data of this recording would be larger than 256 KB.' },
      transcriptTooLarge: tooLarge(-4132, 'transcript'),
      summaryTooLarge: tooLarge(-4133, 'summary'),
      outlineTooLarge: tooLarge(-4134, 'outline'),
      tooManyEdits: { status: -4136, message: 'The history of edits of this transcript is full.' },
      tooManyNotes: { status: -4137, message: 'A recording cannot have as many notes as there are summaries in this list.' },
    },
  }),
  restoreTitle: route({
    method: 'POST',
    path: '/file/:id/restore-title',
    access: 'signed-in',
    addsData: false,
    summary: 'Restore the title that a recording had before one was generated from its content; no other is generated afterwards',
    params,
    reply: z.object({ data_file: File }),
    refusals: {
      titleNotGenerated: {
        status: -4135,
        message: 'The title of this recording was not generated, so there is none to restore.',
      },
    },
  }),
  visit: route({
    method: 'PUT',
    path: '/file/:id/visit',
    access: 'signed-in',
    addsData: false,
    summary: 'Record that the caller has opened a recording, and the position of its player',
    params,
    body: z.object({
      /** Position in ms; 0 at the start and after the end. */
      position: z.optional(z.int().check(z.minimum(0), z.maximum(2_147_483_647))),
    }),
    reply: z.object({}),
  }),
  tempUrl: route({
    method: 'GET',
    path: '/file/temp-url/:id',
    access: 'signed-in',
    summary: 'Get a signed link to the audio, valid for an hour; is_opus=1 adds Ogg Opus if there is one',
    params,
    query: z.object({ is_opus: z.optional(flag) }),
    reply: z.object({
      temp_url: z.string(),
      temp_url_opus: z.nullable(z.string()),
      /** The content type of both. */
      temp_type: z.enum(Object.keys(AUDIO_SUFFIXES) as (keyof typeof AUDIO_SUFFIXES)[]),
    }),
    refusals: { audioDeleted },
  }),
  peaks: route({
    method: 'GET',
    path: '/file/peaks/:id',
    access: 'signed-in',
    summary: 'Get the waveform: 4000 points, each 0 to 255 of the loudness of the recording, base64; null until it is computed',
    params,
    reply: z.object({ data: z.object({ peaks: z.nullable(z.string()) }) }),
  }),
  stat: route({
    method: 'GET',
    path: '/user/stat/file',
    access: 'signed-in',
    summary: 'Get how much the caller has recorded, in total and per day of a time range, except in the trash',
    query: TimeRangeQuery,
    reply: z.object({
      data_stat: z.object({
        total_files: z.int(),
        /** In milliseconds. */
        total_duration: z.int(),
        total_transcribed_duration: z.int(),
        /** Recorded seconds per day, averaged over the last 30 days. */
        recent_30_days_daily_avg: z.number(),
        /** One entry per day, first day first. */
        group_result: z.array(z.object({ total_files: z.int() })),
        /** The hour (0 to 23) in which most recordings started; null without recordings. */
        most_active_hour: z.nullable(z.int()),
        /** Storage used by the account in bytes, including the trash and unfinished uploads. */
        storage: z.object({
          sound_bytes: z.int(),
          text_bytes: z.int(),
          /** Limit for both together; null when the operator set none. */
          limit_bytes: z.nullable(z.int()),
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
    summary: 'Restore recordings from the trash, all or none',
    body: ids,
    bodyLimit: MAX_FILES_BODY,
    reply: z.object({}),
  }),
  remove: route({
    method: 'DELETE',
    path: '/file/',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Delete recordings permanently, all or none: ids in the query or in the body (A§7, B§7)',
    query: z.object({ ids: z.optional(idsInQuery) }),
    body: z.optional(ids),
    bodyLimit: MAX_FILES_BODY,
    reply: z.object({}),
  }),
} as const

/** Published when recordings are permanently deleted. Subscribers delete what they store about them. */
export const FilesRemoved = z.object({ userId: z.string(), fileIds: z.array(z.string()) })
/** Published when a transcript has been written or edited. */
export const TranscriptSaved = z.object({ userId: z.string(), fileId: z.string() })
/** Published when the title or the summary of a recording has changed. */
export const TextChanged = z.object({ userId: z.string(), fileId: z.string() })
