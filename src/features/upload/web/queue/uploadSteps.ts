import type { File as LibraryFile, filesContract } from '#features/files/contract.ts'
import type { Client } from '#shared/client.ts'
import { type Millis, seconds } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { now } from '#browser/timers/time.ts'
import type { uploadContract } from '../../contract.ts'
import { asrDuration } from '../../rules.ts'
import type { HashBytes } from '../hashing/hashBytes.ts'
import type { ItemBytes } from '../storage/ItemBytes.ts'
import { readMediaDuration } from '../transcoding/readMediaDuration.ts'
import { isTranscodeTarget, readMp3 } from '../transcoding/readMp3.ts'
import { TranscodeError, type transcode } from '../transcoding/transcode.ts'
import { uploadFile, type UploadJob } from '../sending/uploadFile.ts'
import type { UploadContext } from '../sending/uploadContext.ts'
import { withRetry } from '../sending/withRetry.ts'
import type { QueueEvent } from './reduceQueue.ts'
import { toTranscodeFailure, toUploadFailure } from './uploadFailures.ts'
import { hasAllArrived, type ImportedTexts, type UploadItem } from './uploadItem.ts'

export type StepContext = {
  readonly calls: Client<typeof uploadContract>
  readonly filesCalls: Client<typeof filesContract>
  readonly bytes: ItemBytes
  readonly hash: HashBytes
  readonly runTranscode: typeof transcode
  /** First delay between two attempts of a call or a part. */
  readonly pause: Millis
  readonly random: () => number
  readonly onUploaded: (file: LibraryFile) => void
}

type Run = { readonly signal: AbortSignal; readonly emit: (event: QueueEvent) => void }
/** One step of an item's upload (B§4). It emits events while it runs and resolves to the final event. */
type UploadStep = (context: StepContext, item: UploadItem, run: Run) => Promise<QueueEvent>

/**
 * Reads the whole file once: its MD5, a copy that outlives the page, whether the library has the same audio, and its duration.
 */
const inspect: UploadStep = async ({ bytes, calls }, item, { signal, emit }) => {
  const { id } = item
  const selected = await bytes.get(item)
  if (selected === null) return bytesLost(id)
  try {
    if (item.sourceMd5 === null) {
      const { md5, kept } = await bytes.copyToDisk(item, selected, signal)
      emit({ type: 'hashed', id, md5, kept, sameAs: item.wantedAnyway ? null : await findSameAudio(calls, md5, signal) })
    }
    if (item.filefix === 'asr') return { type: 'validated', id, asIs: true, duration: asrDuration(selected.size) }
    const mp3 = await readMp3(selected)
    const duration = mp3?.duration ?? (await readMediaDuration(selected))
    return { type: 'validated', id, asIs: mp3 !== null && isTranscodeTarget(mp3), duration }
  } catch {
    signal.throwIfAborted()
    // The drive was removed, or the file has changed since it was selected.
    return { type: 'failed', id, status: 'refused', reason: 'damaged' }
  }
}

const transcodeItem: UploadStep = async ({ bytes, runTranscode }, item, { signal, emit }) => {
  const { id } = item
  const selected = await bytes.get(item)
  if (selected === null) return bytesLost(id)
  const outputFile = await bytes.createFile(id)
  signal.throwIfAborted()
  emit({ type: 'started', id, step: 'transcode' })
  const onProgress = throttleToPercent((percent, duration) => emit({ type: 'progress', id, percent, duration }))
  const transcodeTo = async (file: FileSystemFileHandle | null) => {
    const { result, cancel } = runTranscode(selected, onProgress, file ?? undefined)
    return result.finally(listen(signal, 'abort', cancel))
  }
  try {
    const { blob, ...result } = await transcodeTo(outputFile).catch((error: unknown) => {
      // The disk is full: keep the result in memory.
      if (outputFile === null || !(error instanceof TranscodeError) || error.failure !== 'noRoom') throw error
      return transcodeTo(null)
    })
    const kept = await bytes.storeTranscoded(item, blob, signal)
    return { type: 'transcoded', id, sendBytes: blob.size, ...result, kept: kept || item.kept }
  } catch (error) {
    await bytes.delete(id, 'small')
    return { type: 'failed', id, ...toTranscodeFailure(error) }
  }
}

const send: UploadStep = async (context, item, { signal, emit }) => {
  const { id } = item
  const { calls, bytes, hash, pause, random } = context
  const blob = await bytes.get(item)
  const texts = item.hasTexts ? await bytes.getTexts(item) : {}
  if (texts === null || (blob === null && !hasAllArrived(item))) return bytesLost(id)
  signal.throwIfAborted()
  emit({ type: 'started', id, step: 'send' })
  try {
    const computeMd5 = async (part: Blob, abortSignal: AbortSignal) => (await hash(part, { signal: abortSignal })).md5
    const upload: UploadContext = { calls, signal, pause, random, computeMd5, emit: (event) => emit({ ...event, id }) }
    const uploaded = await uploadFile(upload, toUploadJob(item, blob))
    const file = await saveTexts(context, uploaded, texts, signal)
    if (!signal.aborted) context.onUploaded(file)
    return { type: 'uploaded', id, fileId: file.id, filename: file.filename }
  } catch (error) {
    return { type: 'failed', id, ...toUploadFailure(error) }
  }
}

/** The steps by the names of `nextWork`. */
export const UPLOAD_STEPS = { inspect, transcode: transcodeItem, send } as const

const bytesLost = (id: string): QueueEvent => ({ type: 'failed', id, status: 'refused', reason: 'bytesLost' })

/**
 * Saves imported texts with their recording, and returns it. A call that fails is made again with the next attempt of the upload,
 * which confirms the same recording.
 */
async function saveTexts(
  context: StepContext,
  file: LibraryFile,
  texts: ImportedTexts,
  signal: AbortSignal,
): Promise<LibraryFile> {
  if (!texts.trans_result && !texts.ai_content) return file
  const body = texts.trans_result ? { ...texts, trans_result: fitSegments(texts.trans_result, file.duration) } : texts
  const save = () => context.filesCalls.change({ params: { id: file.id }, body }, { signal })
  return (await withRetry(save, { ...context, signal })).data_file
}

/** Leaves out what lies after the end of the recording. */
const fitSegments = (segments: NonNullable<ImportedTexts['trans_result']>, duration: Millis) =>
  segments
    .filter(({ start_time }) => start_time < duration)
    .map((segment) => (segment.end_time <= duration ? segment : { ...segment, end_time: duration }))

/** Returns the recording with this MD5, or null. A failed request returns null too, since it must not block the upload. */
async function findSameAudio(calls: StepContext['calls'], md5: string, signal: AbortSignal): Promise<UploadItem['sameAs']> {
  try {
    const [known] = (await calls.knownSounds({ body: { md5s: [md5] } }, { signal })).data.known
    return known ? { fileId: known.file_id, filename: known.filename } : null
  } catch {
    signal.throwIfAborted()
    return null
  }
}

function toUploadJob(item: UploadItem, blob: Blob | null): UploadJob {
  const isBareOpus = item.filefix === 'asr'
  const arrived = item.parts.flatMap(({ index, Etag }) => (Etag === null ? [] : [{ PartNumber: index, Etag }]))
  return {
    blob,
    type: isBareOpus ? 'OPUS' : 'MP3',
    filename: item.filename,
    sourceMd5: item.sourceMd5,
    startTime: item.lastModified || now(),
    sessionId: Math.floor(now() / seconds(1)),
    duration: isBareOpus ? item.duration : null,
    folderId: item.folderId,
    channelSpans: item.channelSpans ?? null,
    begun: item.upload === null ? null : { upload: item.upload, bytes: item.uploadBytes ?? item.sendBytes ?? 0, arrived },
  }
}

/**
 * Calls back only when the whole percentage changes, because each call renders the page. 100 is reserved for the finished file.
 */
function throttleToPercent(
  onPercent: (percent: number, duration: Millis | null) => void,
): (done: Millis, duration: Millis | null) => void {
  let last = -1
  return (done, duration) => {
    const percent = duration ? Math.min(99, Math.floor((done / duration) * 100)) : 0
    if (percent === last) return
    last = percent
    onPercent(percent, duration)
  }
}
