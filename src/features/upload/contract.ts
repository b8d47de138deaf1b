import { z } from 'zod/mini'
import { File, accountFull } from '#features/files/contract.ts'
import { route } from '#shared/contract.ts'
import { MAX_CHANNEL_SPANS } from '#shared/audio/channelSpans.ts'
import { type Bytes, MiB, type Millis, minutes, seconds } from '#shared/units.ts'
import { wrongParts } from './contract/wrongParts.ts'

export { wrongParts } from './contract/wrongParts.ts'

/** Size of one upload part (B§9). The last part may be shorter. */
export const PART_BYTES: Bytes = 5 * MiB
/** The largest number of parts of an upload: enough for 50 GiB, the highest value of `UPLOAD_LIMIT_MB`. */
export const MAX_PARTS = 10_240
/** Number of parts sent in parallel (B§9). */
export const PARALLEL_PARTS = 3
/** Upload limit of a selection until the server has returned its own `upload_limit_size` (B§9). */
export const DEFAULT_UPLOAD_LIMIT: Bytes = 500 * MiB

/** Format of the uploaded bytes: MP3, the bare Opus packets of an `.asr` file, or Ogg, which some third-party clients send. */
export const UploadType = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(20)),
    z.transform((name) => name.toUpperCase()),
  ),
  z.enum(['MP3', 'OPUS', 'OGG']),
)
export type UploadType = z.output<typeof UploadType>

/** An MD5 in lower-case hex. */
export const Md5 = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** The upload links: `part_urls[0]` is for the first part. The links are absolute and already signed. */
export const PresignedUpload = z.object({
  upload_id: z.string(),
  object_name: z.string(),
  part_urls: z.array(z.string()).check(z.minLength(1)),
})
export type PresignedUpload = z.output<typeof PresignedUpload>

/** An uploaded part. Part numbers start at 1. The ETag may be quoted or not. */
export const UploadedPart = z.object({
  Etag: z.string().check(z.minLength(1), z.maxLength(200)),
  PartNumber: z.int().check(z.minimum(1)),
})
export type UploadedPart = z.output<typeof UploadedPart>

const numberLike = z.union([
  z.number(),
  z.pipe(z.string().check(z.maxLength(400), z.regex(/^-?\d+(\.\d+)?$/)), z.transform(Number)),
])
const booleanLike = z.pipe(
  z.union([z.boolean(), z.number(), z.string().check(z.maxLength(20))]),
  z.transform((value) => ![false, 0, '', '0', 'false'].includes(value)),
)

/** Smaller values are seconds, larger ones milliseconds. The limit is a moment in 1973 in milliseconds and in 5138 in seconds. */
const MAX_SECONDS_TIMESTAMP = 1e11
/**
 * Maximum length of a name sent by a client. Longer names are shortened later, so that the upload does not fail because of them.
 */
const MAX_RECEIVED_NAME_LENGTH = 20_000
/** As typed by a user or sent by a third-party client. */
const titleText = z.pipe(
  z.string().check(z.maxLength(MAX_RECEIVED_NAME_LENGTH)),
  z.transform((name) => name.replaceAll('\0', '')),
)
const timestamp = z.pipe(
  numberLike,
  z.transform((value): Millis => Math.round(Math.abs(value) < MAX_SECONDS_TIMESTAMP ? seconds(value) : value)),
)

/** Start and end of each span in milliseconds. */
const channelSpan = z.readonly(z.tuple([z.int().check(z.minimum(0)), z.int().check(z.minimum(0))]))
const isInOrder = (spans: readonly (readonly [number, number])[]): boolean =>
  spans.every(([start, end], index) => start < end && start >= (spans[index - 1]?.[1] ?? 0))
const channelSpans = z.readonly(z.array(channelSpan).check(z.minLength(1), z.maxLength(MAX_CHANNEL_SPANS), z.refine(isInOrder)))

/** The ids that `presign` returned for an upload. */
const uploadIds = {
  upload_id: z.string().check(z.minLength(1), z.maxLength(200)),
  object_name: z.string().check(z.minLength(1), z.maxLength(1024)),
}

/**
 * Body of the confirmation (B§4 step 5). Third-party clients send it too, so everything may be missing and numbers may be sent as
 * strings. Without the ids, which B§4 does not name, it is about the upload that was merged last.
 */
export const ConfirmUpload = z.object({
  upload_id: z.nullish(uploadIds.upload_id),
  object_name: z.nullish(uploadIds.object_name),
  scene: z.nullish(numberLike),
  is_tmp: z.nullish(booleanLike),
  support_mul_summ: z.nullish(booleanLike),
  /** Any value is accepted: the server detects the format from the bytes. */
  file_type: z.nullish(z.string().check(z.maxLength(MAX_RECEIVED_NAME_LENGTH))),
  /** The title, without the file extension. */
  filename: z.nullish(titleText),
  /** Seconds or milliseconds on the wire; always milliseconds after parsing. */
  start_time: z.nullish(timestamp),
  session_id: z.nullish(z.union([z.number(), z.string().check(z.maxLength(MAX_RECEIVED_NAME_LENGTH))])),
  serial_number: z.nullish(z.union([z.string().check(z.maxLength(MAX_RECEIVED_NAME_LENGTH)), z.number()])),
  /** Milliseconds. The browser sends it only for `.asr`; the server measures all other formats. */
  duration: z.nullish(numberLike),
  /** Hours from UTC, or the name of a time zone. */
  timezone: z.nullish(z.union([z.number(), z.string().check(z.maxLength(MAX_RECEIVED_NAME_LENGTH))])),
  filetag_id_list: z.nullish(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100))),
  /** MD5 of the file as it was selected, before transcoding. It identifies the same audio even under another name. */
  source_md5: z.nullish(Md5),
  /** For the mix of a call: when the person of the left and of the right channel was active, so that speakers can be separated. */
  channel_spans: z.nullish(z.readonly(z.tuple([channelSpans, channelSpans]))),
})
export type ConfirmUpload = z.output<typeof ConfirmUpload>

/** An upload that has not become a recording yet. */
export const UnfinishedUpload = z.object({
  upload_id: z.string(),
  object_name: z.string(),
  file_type: UploadType,
  /** The title, if it was sent when the upload began. */
  filename: z.nullable(z.string()),
  source_md5: z.nullable(Md5),
  filesize: z.number(),
  /** Bytes received out of `filesize`; equal to `filesize` once the parts are merged. */
  bytes_arrived: z.number(),
  state: z.enum(['open', 'merged']),
  /** Unix seconds. */
  begun_at: z.number(),
  /** Unix seconds. The upload is deleted at this time. */
  kept_until: z.number(),
})
export type UnfinishedUpload = z.output<typeof UnfinishedUpload>

/** A single file exceeds the limit (B§4, -4). */
const tooLarge = {
  status: -4,
  message: 'This file is too large for this server. Split it, or save it as MP3, and upload that.',
} as const
/** Shorter than one second (B§4, -7). */
export const tooShort = { status: -7, message: 'This recording is shorter than 1 second. Choose a longer one.' } as const
/** Longer than five hours (B§4, -1). */
export const tooLong = {
  status: -1,
  message: 'This recording is longer than 5 hours. Split it and upload the parts.',
} as const
/** No readable audio in the file (B§4, -3). */
export const notSound = {
  status: -3,
  message: 'The server found no readable audio in this file. Check that it plays, and send it as MP3 or Opus.',
} as const
/** The upload does not exist or was abandoned, or its recording was deleted. A new upload is needed (B§4, -8). */
export const uploadExpired = {
  status: -8,
  message: 'This upload does not exist, was canceled or has expired. Start a new one.',
} as const
/** The server's disk is full. The specification has no number for this, so it follows HTTP 507. */
export const noRoom = {
  status: -507,
  message: 'The server is out of storage. Try again later, or tell its administrator.',
} as const

/**
 * The user has no membership that includes uploads (B§6). Checked only when an upload begins. The number is the permission code
 * of A§8.
 */
export const noMember = { status: -13, message: 'Uploading needs a membership. Get one, then try again.' } as const
/** The account began too many uploads in a day or has too many unfinished ones. The number follows HTTP 429. */
export const tooMuch = {
  status: -429,
  message: 'This account has started too many uploads. Finish or cancel one, or try again tomorrow.',
} as const

const notMerged = {
  status: -90,
  message: 'This upload has not been merged yet. Merge its parts first, then confirm it.',
} as const

const uploadParams = z.object({ upload_id: z.string().check(z.minLength(1), z.maxLength(200)) })

export const uploadContract = {
  presign: route({
    method: 'POST',
    path: '/file/get_upload_presigned_url',
    access: 'signed-in',
    summary: 'Start an upload; returns one link for every part of 5 MiB',
    body: z.object({
      filesize: z.int().check(z.minimum(0)),
      file_type: UploadType,
      /** Shown in the list of unfinished uploads, also on other devices. Third-party clients omit both. */
      filename: z.nullish(titleText),
      source_md5: z.nullish(Md5),
    }),
    reply: z.object({ data: PresignedUpload }),
    refusals: { tooLarge, notSound, noRoom, noMember, tooMuch, accountFull },
    limits: [{ per: 'user', max: 60, within: minutes(1) }],
  }),
  merge: route({
    method: 'POST',
    path: '/file/merge_multipart',
    access: 'signed-in',
    summary: 'Merge the parts of an upload',
    body: z.object({ ...uploadIds, parts: z.array(UploadedPart).check(z.minLength(1), z.maxLength(MAX_PARTS)) }),
    // `MAX_PARTS` entries of 70 bytes each: a part number, and an MD5 with its quotes.
    bodyLimit: MiB,
    reply: z.object({ data: z.object({ object_name: z.string(), upload_id: z.string() }) }),
    refusals: { uploadExpired, tooLarge, noRoom, ...wrongParts },
  }),
  confirm: route({
    method: 'POST',
    path: '/file/confirm_upload',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Create a file from a merged upload',
    body: ConfirmUpload,
    // `MAX_CHANNEL_SPANS` spans of 20 bytes on each channel.
    bodyLimit: MiB,
    reply: z.object({ data: z.looseObject({ id: z.string(), filename: z.string() }), data_file: File }),
    refusals: { uploadExpired, notMerged, tooShort, tooLong, tooLarge, notSound, noRoom },
  }),
  unfinished: route({
    method: 'GET',
    path: '/file/uploads',
    access: 'signed-in',
    summary: "List the caller's unfinished uploads, newest first",
    reply: z.object({ data: z.object({ list: z.array(UnfinishedUpload) }) }),
  }),
  resume: route({
    method: 'GET',
    path: '/file/uploads/:upload_id',
    access: 'signed-in',
    summary: 'Get the progress of an upload and new links for its parts',
    params: uploadParams,
    reply: z.object({
      data: z.extend(PresignedUpload, {
        /** Empty once the upload is merged: only the confirmation is missing then. */
        part_urls: z.array(z.string()),
        parts: z.array(UploadedPart),
        state: z.enum(['open', 'merged', 'confirmed']),
      }),
    }),
    refusals: { uploadExpired },
  }),
  abandon: route({
    method: 'DELETE',
    path: '/file/uploads/:upload_id',
    access: 'signed-in',
    summary: 'Cancel an upload; a recording created from it stays',
    params: uploadParams,
    reply: z.object({}),
  }),
  knownSounds: route({
    method: 'POST',
    path: '/file/known-sounds',
    access: 'signed-in',
    addsData: false,
    summary: "Find the caller's recordings with the same audio, by MD5, except in the trash",
    body: z.object({ md5s: z.array(Md5).check(z.maxLength(1000)) }),
    reply: z.object({
      data: z.object({ known: z.array(z.object({ md5: Md5, file_id: z.string(), filename: z.string() })) }),
    }),
  }),
  webConfig: route({
    method: 'GET',
    path: '/others/web-config',
    access: 'signed-in',
    summary: 'Get the upload settings of the server',
    /** `upload_limit_size` is in bytes. */
    reply: z.object({ data: z.object({ upload_limit_size: z.number() }) }),
  }),
} as const

/** A separate contract, because its body is a form instead of JSON. */
export const formUploadContract = {
  send: route({
    method: 'POST',
    path: '/file/upload',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Upload audio in one form (multipart/form-data): one file, and the fields of confirm_upload as text',
    body: z.unknown(),
    /** `temp_file_id` equals the id of `data_file`. */
    reply: z.object({ data_file: File, temp_file_id: z.string() }),
    refusals: { tooLarge, tooShort, tooLong, notSound, noRoom, noMember, tooMuch, accountFull, uploadExpired },
    limits: [{ per: 'user', max: 60, within: minutes(1) }],
  }),
} as const
