import { z } from 'zod/mini'
import { File, FileId, accountFull } from '#features/files/contract.ts'
import { noMember, noRoom, notSound, tooLong, tooMuch, tooShort, uploadExpired } from '#features/upload/contract.ts'
import { route } from '#shared/contract.ts'
import { hours, type Bytes, KiB, MiB, type Millis, minutes } from '#shared/units.ts'

/** Maximum size of a piece. A piece of this duration at 48 kbit/s has 24 kB. */
export const PIECE_BYTES: Bytes = 256 * KiB
/** A recording stops automatically after this duration (B§5). */
export const MAX_RECORDING_DURATION: Millis = hours(5)
/** Maximum size of a recording: five hours at twice the bitrate of the browser. */
export const MAX_RECORDING_BYTES: Bytes = 256 * MiB
/** The largest piece number: five hours in pieces of one second. */
export const MAX_PIECES = 18_000
/** The server finishes a recording by itself when no piece has arrived for this long. */
export const ABANDONED_AFTER: Millis = hours(24)
/** Maximum number of unfinished recordings per account. */
export const MAX_UNFINISHED = 20
/** Five hours recorded offline may be sent at once; after that, four times the speed of a live recording. */
export const PIECE_LIMIT = { per: 'user', max: 6000, within: minutes(100) } as const
/** Address of a piece. */
export const PIECE_PATH = '/file/recording/:recording_id/piece/:number'

/** Chosen by the browser, so that a recording can begin offline: 32 hex digits. */
export const RecordingId = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** A moment marked by the user while recording. */
export const Marker = z.object({
  /** Milliseconds from the beginning of the audio. */ at: z.int().check(z.minimum(0)),
  text: z.string().check(z.maxLength(200)),
})
export type Marker = z.output<typeof Marker>

/** A recording that is not a file yet. */
export const UnfinishedRecording = z.object({
  recording_id: z.string(),
  filename: z.string(),
  /** Unix seconds. */
  start_time: z.number(),
  /** Number of pieces on the server from 1 on without a gap. */
  pieces: z.number(),
  bytes: z.number(),
  /** Duration of these pieces in milliseconds. */
  duration: z.number(),
  /** Unix seconds. */
  last_piece_at: z.number(),
})
export type UnfinishedRecording = z.output<typeof UnfinishedRecording>

/**
 * `waiting`: nothing is decoded yet. `paused`: this server is too busy; the words go on later. `taken`: another recording has the
 * live words. `unavailable`: the speech engine cannot decode this recording.
 */
export const LIVE_STATUSES = ['waiting', 'running', 'paused', 'taken', 'unavailable'] as const
export type LiveStatus = (typeof LIVE_STATUSES)[number]

/** The words of a running recording: a preview of its transcript. */
export const LiveWords = z.object({
  /** `off`: the last piece was sent without live words, or the recording has ended. */
  status: z.enum([...LIVE_STATUSES, 'off']),
  /** Confirmed words, by paragraph. `start` is in milliseconds. Only the last one still grows. */
  lines: z.array(z.object({ start: z.number(), text: z.string() })),
  /** The number of lines, those before `from` included. */
  total: z.number(),
  /** The words after them, which may still change. They continue the last line or begin a new one. */
  tail: z.nullable(z.object({ start: z.number(), text: z.string(), is_new_line: z.boolean() })),
})
export type LiveWords = z.output<typeof LiveWords>

/** The recording was discarded, or its file was deleted (B§4, -8). An unknown recording returns 404. */
const recordingDeleted = uploadExpired
/** A piece is missing or differs from the announced one. */
const pieceMissing = {
  status: -5,
  message: 'Pieces of this recording are missing. Request its state, send the missing ones, then finish again.',
} as const

const recordingParams = z.object({ recording_id: RecordingId })

/**
 * Uploads a recording while it is being made. Between `begin` and `finish`, pieces are sent by PUT to `PIECE_PATH`, numbered from
 * 1 and in any order. The raw body is `audio/mpeg` with whole frames, with the headers `x-piece-md5` in hex and
 * `x-piece-duration` in milliseconds. With the header `x-live-words: on` its words are decoded at once, for `words`. HTTP 200 means that the piece is stored on the disk; sending it again is allowed. Otherwise
 * the body is `{ status, msg }` with HTTP 404 (no such recording), 410 and -8 (discarded, or already a file), 409 and -5 (another
 * body under the same number), 413 and -1 (more than five hours), 422 (invalid headers, or the MD5 does not match), 507 (the disk
 * is full; with -5071 the storage of the account), 429.
 */
export const recorderContract = {
  finish: route({
    method: 'POST',
    path: '/file/recording/:recording_id/finish',
    access: 'signed-in',
    summary: 'Create a file from the pieces; finishing again returns the same file',
    params: recordingParams,
    body: z.object({
      /** The number of pieces. Refused when the server has fewer. When missing, all received pieces are used in order. */
      pieces: z.nullish(z.int().check(z.minimum(0), z.maximum(MAX_PIECES))),
      filename: z.nullish(z.string().check(z.maxLength(10_000))),
      filetag_id_list: z.nullish(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100))),
      markers: z.nullish(z.array(Marker).check(z.maxLength(1000))),
    }),
    // A thousand markers of 200 characters, of up to three bytes each.
    bodyLimit: MiB,
    reply: z.object({ data_file: File }),
    refusals: { recordingDeleted, pieceMissing, tooShort, tooLong, notSound, noRoom },
  }),
  unfinished: route({
    method: 'GET',
    path: '/file/recordings',
    access: 'signed-in',
    summary: "List the caller's unfinished recordings, newest first",
    reply: z.object({ data: z.object({ list: z.array(UnfinishedRecording) }) }),
  }),
  pieces: route({
    method: 'GET',
    path: '/file/recording/:recording_id',
    access: 'signed-in',
    summary: 'Get the stored pieces of a recording, and its file once it exists',
    params: recordingParams,
    reply: z.object({
      data: z.object({
        numbers: z.array(z.number()),
        /** The file and the number of pieces it was made of. A browser that has stored more pieces has more than the file. */
        file_id: z.nullable(FileId),
        piece_count: z.nullable(z.number()),
      }),
    }),
    refusals: { recordingDeleted },
  }),
  words: route({
    method: 'GET',
    path: '/file/recording/:recording_id/words',
    access: 'signed-in',
    summary: 'Get the words of a running recording so far; they are deleted when it ends',
    params: recordingParams,
    query: z.object({
      /** The first line to return. The one before may have grown since. */
      from: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    }),
    reply: z.object({ data: LiveWords }),
  }),
  discard: route({
    method: 'DELETE',
    path: '/file/recording/:recording_id',
    access: 'signed-in',
    summary: 'Discard a recording; a file created from it stays',
    params: recordingParams,
    reply: z.object({}),
  }),
  begin: route({
    method: 'POST',
    path: '/file/recording',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Start a recording; starting the same one again is no error',
    body: z.object({
      recording_id: RecordingId,
      filename: z.string().check(z.maxLength(10_000)),
      /** Milliseconds since 1970. */
      start_time: z.number(),
      timezone: z.nullish(z.number()),
      filetag_id_list: z.nullish(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100))),
    }),
    reply: z.object({ data: z.object({ recording_id: z.string() }) }),
    refusals: { noMember, noRoom, tooMuch, accountFull, recordingDeleted },
    limits: [{ per: 'user', max: 60, within: minutes(1) }],
  }),
} as const
