import { z } from 'zod'
import { File, FileId, accountFull } from '#features/files/contract.ts'
import { noMember, noRoom, notSound, tooLong, tooMuch, tooShort, uploadGone } from '#features/upload/contract.ts'
import { route } from '#kit/contract.ts'
import { hours, type Bytes, KiB, MiB, type Millis, minutes, seconds } from '#kit/units.ts'

/** What was spoken is handed over in pieces of this length, each of whole MP3 frames. */
export const PIECE_DURATION: Millis = seconds(4)
/** A piece of 48 kbit/s of this length weighs 24 kB; nobody needs more. */
export const PIECE_BYTES: Bytes = 256 * KiB
/** A recording ends by itself after this long (B§5). */
export const MAX_RECORDING: Millis = hours(5)
/** All pieces of a recording together: five hours at twice the rate the browser makes them. */
export const MAX_RECORDING_BYTES: Bytes = 256 * MiB
/** Numbers a piece may have: five hours in pieces of a second. */
export const MOST_PIECES = 18_000
/** A recording from which nothing came for so long is made a file of by the server. */
export const FORGOTTEN_AFTER: Millis = hours(24)
/** Recordings of one account that have begun and are no files yet. */
export const MOST_UNFINISHED = 20
/** Five hours spoken without a network may come at once; then four times as fast as anybody speaks. */
export const PIECE_LIMIT = { per: 'user', most: 6000, within: minutes(100) } as const
/** Where the pieces go. */
export const PIECE_PATH = '/file/recording/:recording_id/piece/:number'

/** Chosen by the browser, so that a recording can begin without a network: 32 hex digits. */
export const RecordingId = z.string().regex(/^[0-9a-f]{32}$/)

/** A moment somebody marked while recording. */
export const Marker = z.object({
  /** Milliseconds from the beginning of the sound. */ at: z.int().min(0),
  text: z.string().max(200),
})
export type Marker = z.output<typeof Marker>

/** A recording that has begun and is no file yet. */
export const UnfinishedRecording = z.object({
  recording_id: z.string(),
  filename: z.string(),
  /** Unix seconds. */
  start_time: z.number(),
  /** Pieces 1 to this one lie on the server without a gap. */
  pieces: z.number(),
  bytes: z.number(),
  /** Milliseconds of sound in them. */
  duration: z.number(),
  /** Unix seconds. */
  last_piece_at: z.number(),
})
export type UnfinishedRecording = z.output<typeof UnfinishedRecording>

/** The caller threw it away, or deleted the file it became (B§4, -8). What nobody began is 404. */
const recordingGone = uploadGone
/** A piece is missing or is not the one that was announced. */
const pieceMissing = {
  status: -5,
  says: 'Pieces of this recording have not arrived. Ask which ones are there, send the others, then finish again.',
} as const

const recordingName = z.object({ recording_id: RecordingId })

/**
 * Sound on its way in while it is spoken. Between `begin` and `finish` the pieces go, by number from 1 and in any order, by PUT
 * to `PIECE_PATH`: the raw body is `audio/mpeg` of whole frames, with headers `x-piece-md5` in hex and `x-piece-duration` in ms.
 * HTTP 200 says that it lies on the disk; sending one again is no error. Else `{ status, msg }` with HTTP 404 (no such
 * recording), 410 and -8 (thrown away, or a file already), 409 and -5 (another body under the same number), 413 and -1 (more
 * than five hours), 422 (headers, or bytes that are not those of the MD5), 507 (the disk is full; with -5071, the
 * storage of the account), 429.
 */
export const recorderContract = {
  finish: route({
    method: 'POST',
    path: '/file/recording/:recording_id/finish',
    access: 'signed-in',
    summary: 'Make a file of the pieces; finishing again answers the same file',
    params: recordingName,
    body: z.object({
      /** How many pieces there are: fewer here, and it is refused. Without it, all that lie here in their order. */
      pieces: z.int().min(0).max(MOST_PIECES).nullish(),
      filename: z.string().max(10_000).nullish(),
      filetag_id_list: z.array(z.string().max(64)).max(100).nullish(),
      markers: z.array(Marker).max(1000).nullish(),
    }),
    // A thousand markers of 200 characters, of up to three bytes each.
    bodyLimit: MiB,
    reply: z.object({ data_file: File }),
    refusals: { recordingGone, pieceMissing, tooShort, tooLong, notSound, noRoom },
  }),
  unfinished: route({
    method: 'GET',
    path: '/file/recordings',
    access: 'signed-in',
    summary: "The caller's recordings that have begun and are no files yet, newest first",
    reply: z.object({ data: z.object({ list: z.array(UnfinishedRecording) }) }),
  }),
  pieces: route({
    method: 'GET',
    path: '/file/recording/:recording_id',
    access: 'signed-in',
    summary: 'Which pieces of a recording lie here; the file, once it is one',
    params: recordingName,
    reply: z.object({
      data: z.object({
        numbers: z.array(z.number()),
        /** The file it became, and of how many pieces: a browser that kept more of it has more than the file. */
        file_id: FileId.nullable(),
        made_of: z.number().nullable(),
      }),
    }),
    refusals: { recordingGone },
  }),
  discard: route({
    method: 'DELETE',
    path: '/file/recording/:recording_id',
    access: 'signed-in',
    summary: 'Throw a recording away, as its owner asked; the file it became stays',
    params: recordingName,
    reply: z.object({}),
  }),
  begin: route({
    method: 'POST',
    path: '/file/recording',
    access: 'signed-in',
    mayMiss: true,
    summary: 'Begin a recording; beginning the same one again is no error',
    body: z.object({
      recording_id: RecordingId,
      filename: z.string().max(10_000),
      /** Milliseconds since 1970. */
      start_time: z.number(),
      timezone: z.number().nullish(),
      filetag_id_list: z.array(z.string().max(64)).max(100).nullish(),
    }),
    reply: z.object({ data: z.object({ recording_id: z.string() }) }),
    refusals: { noMember, noRoom, tooMuch, accountFull, recordingGone },
    limits: [{ per: 'user', most: 60, within: minutes(1) }],
  }),
} as const
