import type { File } from '#features/files/contract.ts'
import { SCENES } from '#features/files/contract.ts'
import { type Client, Refused, wasRefused } from '#kit/client.ts'
import type { Bytes, Millis, Seconds } from '#kit/units.ts'
import { newId } from '#ui/newId.ts'
import { type PresignedUpload, type uploadContract, type UploadedPart, wrongParts } from '../contract.ts'
import { patiently } from './patiently.ts'
import { PartRefused } from './sendPart.ts'
import { PartLost, sendParts } from './sendParts.ts'
import type { UploadTools } from './UploadTools.ts'

/** What goes up, and everything the confirmation wants to know about it (B§4 step 5). */
export type UploadJob = {
  /** Null where they are gone: what has arrived whole can still be finished. */
  readonly blob: Blob | null
  readonly type: 'MP3' | 'OPUS'
  /** The title, without extension. */
  readonly filename: string
  /** Of the bytes as they were chosen. */
  readonly sourceMd5: string | null
  /** When the recording was made; sent in milliseconds. */
  readonly startTime: Millis
  readonly sessionId: Seconds
  /** For `.asr` only: the server measures everything else. */
  readonly duration: Millis | null
  readonly folderId: string | null
  /**
   * An upload begun before, and how many bytes were announced for it; `arrived`: tags of slices, as far as they are known here,
   * null where another browser sent them and nothing here can say otherwise.
   */
  readonly begun: {
    readonly upload: Pick<PresignedUpload, 'upload_id' | 'object_name'>
    readonly bytes: Bytes
    readonly arrived: readonly UploadedPart[] | null
  } | null
}

/** The server wants bytes this browser does not have any more. */
export class BytesMissing extends Error {}

const NOT_FOUND = 404

/** Times an upload is looked at anew: its links grow old, and the server may have given it up meanwhile. */
const ROUNDS = 3

/**
 * The upload sequence (B§4): presign, slices of 5 MiB three at a time, merge, confirm. Of an upload begun before, the server
 * is asked what has arrived, and what is missing or differs goes up; when it has forgotten it, or other bytes were announced, everything
 * begins anew. Answers the file of the library. Rejects with what the calls reject with, with `PartLost`, `BytesMissing`, or
 * the signal's reason.
 */
export async function uploadFile(tools: UploadTools, job: UploadJob, round = 1): Promise<File> {
  const taken = job.begun === null ? null : await takeUp(tools, job, job.begun)
  const upload = taken?.upload ?? (await presign(tools, job))
  try {
    if (taken === null || taken.state === 'open') await sendAndMerge(tools, job, upload, taken?.arrived ?? [])
    return await confirm(tools, job, upload)
  } catch (error) {
    if (round === ROUNDS || !wantsAnotherLook(error, tools.calls)) throw error
    const begun = { upload, bytes: job.blob?.size ?? job.begun?.bytes ?? 0, arrived: job.begun ? job.begun.arrived : [] }
    return uploadFile(tools, { ...job, begun }, round + 1)
  }
}

async function sendAndMerge(
  tools: UploadTools,
  job: UploadJob,
  upload: PresignedUpload,
  arrived: readonly UploadedPart[],
): Promise<void> {
  const parts = await sendParts(tools, { blob: job.blob, links: upload.part_urls, arrived })
  const body = { upload_id: upload.upload_id, object_name: upload.object_name, parts }
  await patiently(() => tools.calls.merge({ body }, { signal: tools.signal }), tools)
}

/** What the server has of an upload begun before, and fresh links; null when it is to begin anew. */
async function takeUp(tools: UploadTools, job: UploadJob, begun: NonNullable<UploadJob['begun']>) {
  const { calls, signal } = tools
  const { upload_id } = begun.upload
  const input = { params: { upload_id } }
  if (job.blob !== null && job.blob.size !== begun.bytes) {
    await calls.abandon(input, { signal }).catch(() => signal.throwIfAborted())
    return null
  }
  try {
    const { data } = await patiently(() => calls.resume(input, { signal }), tools)
    const { parts: arrived, state, ...upload } = data
    if (state === 'open') tools.tell({ type: 'resumed', upload, arrived })
    const known = begun.arrived && new Map(begun.arrived.map(({ PartNumber, Etag }) => [PartNumber, bare(Etag)]))
    const isKnown = ({ PartNumber, Etag }: UploadedPart): boolean => known === null || bare(Etag) === known.get(PartNumber)
    if (job.blob === null && state === 'open' && !(arrived.length === upload.part_urls.length && arrived.every(isKnown)))
      throw new BytesMissing('slices are missing')
    return { upload, arrived, state }
  } catch (error) {
    const isGone = wasRefused(error, calls.resume, 'uploadGone') || (error instanceof Refused && error.httpStatus === NOT_FOUND)
    if (!isGone) throw error
    return null
  }
}

const bare = (tag: string): string => tag.replaceAll('"', '')

async function presign(tools: UploadTools, { blob, type, filename, sourceMd5 }: UploadJob): Promise<PresignedUpload> {
  if (blob === null) throw new BytesMissing('nothing to send')
  const body = { filesize: blob.size, file_type: type, filename, source_md5: sourceMd5 }
  const { data } = await patiently(() => tools.calls.presign({ body }, { signal: tools.signal }), tools)
  tools.tell({ type: 'presigned', upload: data, uploadBytes: blob.size })
  return data
}

async function confirm(tools: UploadTools, job: UploadJob, upload: PresignedUpload): Promise<File> {
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
  }
  const { data_file } = await patiently(() => tools.calls.confirm({ body }, { signal: tools.signal }), tools)
  return data_file
}

/** Shaped like a UUID, as the recorders' programs send it. */
const serialNumber = (): string => newId().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')

/**
 * The upload is gone, its links are old, or the server has other parts than were named: it is asked what it has, and only what is
 * missing or differs is sent again.
 */
const wantsAnotherLook = (error: unknown, calls: Client<typeof uploadContract>): boolean =>
  wasRefused(error, calls.merge, 'uploadGone') ||
  wasRefused(error, calls.confirm, 'uploadGone') ||
  wasRefused(error, calls.confirm, 'notMerged') ||
  (error instanceof Refused && error.route === calls.merge.route && (error.refusal ?? '') in wrongParts) ||
  (error instanceof PartLost && error.cause instanceof PartRefused && error.cause.isFinal)
