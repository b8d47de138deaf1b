import type { File as LibraryFile } from '#features/files/contract.ts'
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
import { toTranscodeFailure, toUploadFailure } from './uploadFailures.ts'
import { hasAllArrived, type ImportedTexts, type UploadItem } from './uploadItem.ts'
import type { QueueEvent } from './queueEvents.ts'

/** One step of an item's upload. It emits events while it runs and resolves to the final event. */
export type UploadStep = (item: UploadItem, signal: AbortSignal, emit: (event: QueueEvent) => void) => Promise<QueueEvent>

export type StepDependencies = {
  readonly calls: Client<typeof uploadContract>
  readonly bytes: ItemBytes
  readonly hash: HashBytes
  readonly runTranscode: typeof transcode
  readonly saveTexts: (fileId: string, texts: ImportedTexts, signal: AbortSignal) => Promise<{ data_file: LibraryFile }>
  readonly pause: Millis
  readonly random: () => number
  readonly onUploaded: (file: LibraryFile) => void
}

/** The steps of an upload: inspecting a file, transcoding it and sending it (B§4). */
export class UploadSteps {
  readonly #dependencies: StepDependencies

  constructor(tools: StepDependencies) {
    this.#dependencies = tools
  }

  /**
   * Reads the whole file once: its MD5, a copy that outlives the page, whether the library has the same audio, and its duration.
   */
  readonly inspect: UploadStep = async (item, signal, emit) => {
    const { id } = item
    const selected = await this.#dependencies.bytes.get(item)
    if (selected === null) return { type: 'bytesLost', id }
    try {
      if (item.sourceMd5 === null) {
        const { md5, kept } = await this.#dependencies.bytes.copyToDisk(id, selected, signal)
        const hasKeptTexts = await this.#dependencies.bytes.hasKeptTexts(item)
        const sameAs = item.wantedAnyway ? null : await this.#findDuplicate(md5, signal)
        emit({ type: 'hashed', id, md5, kept: kept && hasKeptTexts })
        if (sameAs) emit({ type: 'duplicateFound', id, sameAs })
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

  readonly transcodeItem: UploadStep = async (item, signal, emit) => {
    const { id } = item
    const { bytes, runTranscode } = this.#dependencies
    const selected = await bytes.get(item)
    if (selected === null) return { type: 'bytesLost', id }
    const outputFile = await bytes.createFile(id)
    signal.throwIfAborted()
    emit({ type: 'transcodeStarted', id, now: now() })
    const onProgress = throttleToPercent((percent, duration) => emit({ type: 'progress', id, percent, duration }))
    const run = async (file: FileSystemFileHandle | null) => {
      const transcoding = file ? runTranscode(selected, onProgress, file) : runTranscode(selected, onProgress)
      const unsubscribe = listen(signal, 'abort', transcoding.cancel)
      return transcoding.result.finally(unsubscribe)
    }
    try {
      const { blob, ...result } = await run(outputFile).catch((error: unknown) => {
        // The disk is full: keep the result in memory.
        if (outputFile === null || !(error instanceof TranscodeError) || error.failure !== 'noRoom') throw error
        return run(null)
      })
      const kept = await bytes.storeTranscoded(id, blob, signal)
      const hasKeptTexts = await bytes.hasKeptTexts(item)
      return { type: 'transcoded', id, sendBytes: blob.size, ...result, kept: (kept && hasKeptTexts) || item.kept }
    } catch (error) {
      await bytes.delete(id, 'small')
      return { type: 'transcodeFailed', id, ...toTranscodeFailure(error) }
    }
  }

  readonly sendItem: UploadStep = async (item, signal, emit) => {
    const { id } = item
    const { calls, bytes, hash, pause, random } = this.#dependencies
    const blob = await bytes.get(item)
    const texts = item.hasTexts ? await bytes.getTexts(item) : {}
    if (texts === null || (blob === null && !hasAllArrived(item))) return { type: 'bytesLost', id }
    signal.throwIfAborted()
    emit({ type: 'uploadStarted', id, now: now() })
    try {
      const computeMd5 = async (blob: Blob, abortSignal: AbortSignal) => (await hash(blob, { signal: abortSignal })).md5
      const context: UploadContext = { calls, signal, pause, random, computeMd5, emit: (news) => emit({ ...news, id }) }
      const uploaded = await uploadFile(context, toUploadJob(item, blob))
      const file = await this.#saveTexts(uploaded, texts, context)
      if (!signal.aborted) this.#dependencies.onUploaded(file)
      return { type: 'uploaded', id, fileId: file.id, filename: file.filename }
    } catch (error) {
      return { type: 'failed', id, ...toUploadFailure(error) }
    }
  }

  /**
   * Saves imported texts with their recording, and returns it. A call that fails is made again with the next attempt of the upload,
   * which confirms the same recording.
   */
  async #saveTexts(file: LibraryFile, texts: ImportedTexts, context: UploadContext): Promise<LibraryFile> {
    if (!texts.trans_result && !texts.ai_content) return file
    const fitting = texts.trans_result ? { ...texts, trans_result: fitSegments(texts.trans_result, file.duration) } : texts
    const { saveTexts } = this.#dependencies
    return (await withRetry(() => saveTexts(file.id, fitting, context.signal), context)).data_file
  }

  /** Returns the recording with this MD5, or null. A failed request returns null too, since it must not block the upload. */
  async #findDuplicate(md5: string, signal: AbortSignal): Promise<{ fileId: string; filename: string } | null> {
    try {
      const { data } = await this.#dependencies.calls.knownSounds({ body: { md5s: [md5] } }, { signal })
      const [known] = data.known
      return known ? { fileId: known.file_id, filename: known.filename } : null
    } catch {
      signal.throwIfAborted()
      return null
    }
  }
}

/** Leaves out what lies after the end of the recording. */
const fitSegments = (segments: NonNullable<ImportedTexts['trans_result']>, duration: Millis) =>
  segments
    .filter(({ start_time }) => start_time < duration)
    .map((segment) => (segment.end_time <= duration ? segment : { ...segment, end_time: duration }))

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
