import type { File } from '#features/files/contract.ts'
import { SCENES } from '#features/files/contract.ts'
import type { ChannelSpans } from '#shared/audio/channelSpans.ts'
import { type Client, Refused, isRefused } from '#shared/client.ts'
import type { Bytes, Millis, Seconds } from '#shared/units.ts'
import { newId } from '#browser/random/random.ts'
import { type PresignedUpload, type uploadContract, type UploadedPart, wrongParts } from '../../contract.ts'
import { withRetry, PartRefusedError, PartFailedError, BytesMissingError } from './withRetry.ts'
import { sendParts } from './sendParts.ts'
import type { UploadContext } from './uploadContext.ts'

/** The bytes to upload and everything the confirmation needs (B§4 step 5). */
export type UploadJob = {
  /** Null when they are gone; an upload whose parts have all arrived can still be finished. */
  readonly blob: Blob | null
  readonly type: 'MP3' | 'OPUS'
  /** The title, without the file extension. */
  readonly filename: string
  /** MD5 of the file as it was selected. */
  readonly sourceMd5: string | null
  /** When the recording was made; sent in milliseconds. */
  readonly startTime: Millis
  readonly sessionId: Seconds
  /** Only for `.asr`; the server measures all other formats. */
  readonly duration: Millis | null
  readonly folderId: string | null
  readonly channelSpans: ChannelSpans | null
  /**
   * An earlier upload and the number of bytes announced for it. `arrived` has the known ETags of its parts; null when another
   * browser sent them, so that they cannot be verified here.
   */
  readonly begun: {
    readonly upload: Pick<PresignedUpload, 'upload_id' | 'object_name'>
    readonly bytes: Bytes
    readonly arrived: readonly UploadedPart[] | null
  } | null
}

const NOT_FOUND = 404

/** How often an upload is resumed within one call: its links expire, and the server may have deleted it. */
const MAX_ROUNDS = 3

/**
 * The upload sequence (B§4): presign, parts of 5 MiB three at a time, merge, confirm. For an earlier upload it asks the server
 * which parts have arrived and sends those that are missing or differ. It starts again when the server no longer knows the upload
 * or another size was announced. Returns the file of the library. Rejects with the errors of the calls, `PartFailedError`,
 * `BytesMissingError`, or the signal's reason.
 */
export async function uploadFile(context: UploadContext, job: UploadJob, round = 1): Promise<File> {
  const resumed = job.begun === null ? null : await resumeUpload(context, job, job.begun)
  const upload = resumed?.upload ?? (await presign(context, job))
  try {
    if (resumed === null || resumed.state === 'open') await sendAndMerge(context, job, upload, resumed?.arrived ?? [])
    return await confirm(context, job, upload)
  } catch (error) {
    if (round === MAX_ROUNDS || !shouldResume(error, context.calls)) throw error
    const begun = { upload, bytes: job.blob?.size ?? job.begun?.bytes ?? 0, arrived: job.begun ? job.begun.arrived : [] }
    return uploadFile(context, { ...job, begun }, round + 1)
  }
}

async function sendAndMerge(
  context: UploadContext,
  job: UploadJob,
  upload: PresignedUpload,
  arrived: readonly UploadedPart[],
): Promise<void> {
  const parts = await sendParts(context, { blob: job.blob, links: upload.part_urls, arrived })
  const body = { upload_id: upload.upload_id, object_name: upload.object_name, parts }
  await withRetry(() => context.calls.merge({ body }, { signal: context.signal }), context)
}

/** Returns the parts and new links of an earlier upload, or null when a new one has to begin. */
async function resumeUpload(context: UploadContext, job: UploadJob, begun: NonNullable<UploadJob['begun']>) {
  const { calls, signal } = context
  const { upload_id } = begun.upload
  const input = { params: { upload_id } }
  if (job.blob !== null && job.blob.size !== begun.bytes) {
    await calls.abandon(input, { signal }).catch(() => signal.throwIfAborted())
    return null
  }
  try {
    const { data } = await withRetry(() => calls.resume(input, { signal }), context)
    const { parts: arrived, state, ...upload } = data
    if (state === 'open') context.emit({ type: 'presigned', upload, uploadBytes: begun.bytes, arrived })
    const knownTags = begun.arrived && new Map(begun.arrived.map(({ PartNumber, Etag }) => [PartNumber, unquote(Etag)]))
    const isExpected = ({ PartNumber, Etag }: UploadedPart): boolean =>
      knownTags === null || unquote(Etag) === knownTags.get(PartNumber)
    if (job.blob === null && state === 'open' && !(arrived.length === upload.part_urls.length && arrived.every(isExpected)))
      throw new BytesMissingError('parts are missing')
    return { upload, arrived, state }
  } catch (error) {
    const isExpired =
      isRefused(error, calls.resume, 'uploadExpired') || (error instanceof Refused && error.httpStatus === NOT_FOUND)
    if (!isExpired) throw error
    return null
  }
}

const unquote = (tag: string): string => tag.replaceAll('"', '')

async function presign(context: UploadContext, { blob, type, filename, sourceMd5 }: UploadJob): Promise<PresignedUpload> {
  if (blob === null) throw new BytesMissingError('nothing to send')
  const body = { filesize: blob.size, file_type: type, filename, source_md5: sourceMd5 }
  const { data } = await withRetry(() => context.calls.presign({ body }, { signal: context.signal }), context)
  context.emit({ type: 'presigned', upload: data, uploadBytes: blob.size, arrived: [] })
  return data
}

async function confirm(context: UploadContext, job: UploadJob, upload: PresignedUpload): Promise<File> {
  const body = {
    upload_id: upload.upload_id,
    object_name: upload.object_name,
    scene: SCENES.web,
    is_tmp: 0,
    support_mul_summ: true,
    file_type: job.type,
    filename: job.filename,
    start_time: job.startTime,
    session_id: job.sessionId,
    serial_number: serialNumber(),
    timezone: -new Date(job.startTime).getTimezoneOffset() / 60,
    filetag_id_list: job.folderId === null ? [] : [job.folderId],
    source_md5: job.sourceMd5,
    ...(job.duration === null ? {} : { duration: job.duration }),
    ...(job.channelSpans === null ? {} : { channel_spans: job.channelSpans }),
  }
  const { data_file } = await withRetry(() => context.calls.confirm({ body }, { signal: context.signal }), context)
  return data_file
}

/** A UUID, as the software of hardware recorders sends it. */
const serialNumber = (): string => newId().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')

/**
 * True when the upload is gone, its links have expired, or the server has other parts than listed. It is then resumed, and only
 * missing or different parts are sent again.
 */
const shouldResume = (error: unknown, calls: Client<typeof uploadContract>): boolean =>
  isRefused(error, calls.merge, 'uploadExpired') ||
  isRefused(error, calls.confirm, 'uploadExpired') ||
  isRefused(error, calls.confirm, 'notMerged') ||
  (error instanceof Refused && error.route === calls.merge.route && (error.refusal ?? '') in wrongParts) ||
  (error instanceof PartFailedError && error.cause instanceof PartRefusedError && error.cause.isFinal)
