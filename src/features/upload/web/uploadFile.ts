import type { File } from '#features/files/contract.ts'
import { SCENES } from '#features/files/contract.ts'
import { type Client, Refused, wasRefused } from '#kit/client.ts'
import { type Bytes, type Millis, type Seconds, seconds } from '#kit/units.ts'
import { newId } from '#ui/newId.ts'
import { wait } from '#ui/time.ts'
import { PARALLEL_PARTS, PART_BYTES, type PresignedUpload, type uploadContract, type UploadedPart } from '../contract.ts'
import { PartRefused, sendPart } from './sendPart.ts'

/** What goes up, and everything the confirmation wants to know about it (B§4 step 5). */
export type UploadJob = {
  readonly blob: Blob
  readonly type: 'MP3' | 'OPUS'
  /** The title, without extension. */
  readonly filename: string
  /** When the recording was made; sent in milliseconds. */
  readonly startTime: Millis
  readonly sessionId: Seconds
  /** For `.asr` only: the server measures everything else. */
  readonly duration: Millis | null
  readonly folderId: string | null
  /** An upload begun before: its links, and the slices that have arrived. */
  readonly begun: { readonly upload: PresignedUpload; readonly arrived: readonly UploadedPart[] } | null
}

/** What happens on the way; slices are counted from 1, `percent` is of the slice. */
export type UploadNews =
  | { readonly type: 'presigned'; readonly upload: PresignedUpload }
  | { readonly type: 'partProgress'; readonly index: number; readonly percent: number }
  | { readonly type: 'partDone'; readonly index: number; readonly Etag: string }
  | { readonly type: 'partFailed'; readonly index: number }

/** A slice would not go, though it was tried three times: `cause` says why. */
export class PartLost extends Error {
  constructor(index: number, cause: unknown) {
    super(`slice ${index} would not go`, { cause })
    this.name = 'PartLost'
  }
}

/** Tries of one slice, and the first pause between two of them; it doubles. */
const TRIES = 3
const PAUSE: Millis = seconds(1)

/**
 * The upload sequence (B§4): presign, slices of 5 MiB three at a time, merge, confirm. An upload begun before goes on with
 * the slices that are missing; when the server has forgotten it, everything begins anew. Answers the file of the library.
 * Rejects with what the calls reject with, with `PartLost`, or with the signal's reason.
 */
export async function uploadFile(
  calls: Client<typeof uploadContract>,
  job: UploadJob,
  tell: (news: UploadNews) => void,
  signal: AbortSignal,
  pause: Millis = PAUSE,
): Promise<File> {
  const upload = job.begun?.upload ?? (await presign(calls, job, tell, signal))
  try {
    const parts = await sendParts(job, upload, tell, signal, pause)
    const merged = { upload_id: upload.upload_id, object_name: upload.object_name, parts }
    await patiently(() => calls.merge({ body: merged }, { signal }), signal)
    return await confirm(calls, job, upload, signal)
  } catch (error) {
    if (job.begun === null || !isForgotten(error, calls)) throw error
    return uploadFile(calls, { ...job, begun: null }, tell, signal, pause)
  }
}

async function presign(
  calls: Client<typeof uploadContract>,
  job: UploadJob,
  tell: (news: UploadNews) => void,
  signal: AbortSignal,
) {
  const body = { filesize: job.blob.size, file_type: job.type }
  const { data } = await patiently(() => calls.presign({ body }, { signal }), signal)
  tell({ type: 'presigned', upload: data })
  return data
}

async function confirm(
  calls: Client<typeof uploadContract>,
  job: UploadJob,
  upload: PresignedUpload,
  signal: AbortSignal,
): Promise<File> {
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
    ...(job.duration === null ? {} : { duration: job.duration }),
  }
  const { data_file } = await patiently(() => calls.confirm({ body }, { signal }), signal)
  return data_file
}

/** Many recordings at once are more calls than a server takes in a minute: it says when to ask again. */
async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Refused) || error.httpStatus !== 429) throw error
      await wait(seconds(error.retryAfter ?? 1), signal)
    }
  }
}

/** Shaped like a UUID, as the recorders' programs send it. */
const serialNumber = (): string => newId().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')

/** Three lanes take the next slice from one line; the first that fails stops the others. */
async function sendParts(
  job: UploadJob,
  upload: PresignedUpload,
  tell: (news: UploadNews) => void,
  signal: AbortSignal,
  pause: Millis,
) {
  const done = new Map(job.begun?.arrived.map((part) => [part.PartNumber, part.Etag]))
  const waiting = upload.part_urls.map((url, at) => ({ url, index: at + 1 })).filter(({ index }) => !done.has(index))
  const giveUp = new AbortController()
  const both = AbortSignal.any([signal, giveUp.signal])
  const lane = async (): Promise<void> => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const Etag = await sendWithPatience(part, sliceOf(job.blob, part.index), tell, both, pause)
      done.set(part.index, Etag)
      tell({ type: 'partDone', index: part.index, Etag })
    }
  }
  try {
    await Promise.all(Array.from({ length: PARALLEL_PARTS }, lane))
  } finally {
    giveUp.abort()
  }
  return [...done].map(([PartNumber, Etag]) => ({ PartNumber, Etag })).toSorted((a, b) => a.PartNumber - b.PartNumber)
}

async function sendWithPatience(
  { url, index }: { url: string; index: number },
  slice: Blob,
  tell: (news: UploadNews) => void,
  signal: AbortSignal,
  pause: Millis,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendPart(url, slice, (share) => tell({ type: 'partProgress', index, percent: share * 100 }), signal)
    } catch (error) {
      if (signal.aborted) throw error
      tell({ type: 'partFailed', index })
      if (attempt === TRIES || isFinal(error)) throw new PartLost(index, error)
      await wait(pause * 2 ** (attempt - 1), signal)
    }
  }
}

const sliceOf = (blob: Blob, index: number): Blob => {
  const from: Bytes = (index - 1) * PART_BYTES
  return blob.slice(from, from + PART_BYTES, 'application/octet-stream')
}

/** A refusal that the same link will repeat; a store with trouble of its own, or too many callers, may think better of it. */
const isFinal = (error: unknown): boolean =>
  error instanceof PartRefused && error.httpStatus >= 400 && error.httpStatus < 500 && ![408, 425, 429].includes(error.httpStatus)

const isForgotten = (error: unknown, calls: Client<typeof uploadContract>): boolean =>
  wasRefused(error, calls.merge, 'uploadGone') ||
  wasRefused(error, calls.confirm, 'uploadGone') ||
  (error instanceof PartLost && isFinal(error.cause))
