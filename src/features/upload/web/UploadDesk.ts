import type { File as LibraryFile } from '#features/files/contract.ts'
import type { Client } from '#kit/client.ts'
import { type Millis, seconds } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { now } from '#ui/time.ts'
import type { uploadContract } from '../contract.ts'
import { asrDuration } from '../rules.ts'
import { transcodeFailureOf, uploadFailureOf } from './failureOf.ts'
import type { HashBytes } from './hash/hashBytes.ts'
import type { HeldBytes } from './kept/HeldBytes.ts'
import { isSmallAlready, readMp3 } from './readMp3.ts'
import type { QueueEvent } from './reduceQueue.ts'
import { TranscodeError, type transcode } from './transcode.ts'
import { uploadFile, type UploadJob } from './uploadFile.ts'
import { hasAllArrived, type UploadItem } from './uploadItem.ts'
import type { UploadTools } from './UploadTools.ts'

/** One step of an item's upload. It emits events while it runs and resolves to the final event. */
export type Work = (item: UploadItem, signal: AbortSignal, tell: (event: QueueEvent) => void) => Promise<QueueEvent>

export type DeskTools = {
  readonly calls: Client<typeof uploadContract>
  readonly bytes: HeldBytes
  readonly hash: HashBytes
  readonly makeSmall: typeof transcode
  readonly pause: Millis
  readonly chance: () => number
  readonly onUploaded: (file: LibraryFile) => void
}

/** The steps of an upload: inspecting a file, transcoding it and sending it (B§4). */
export class UploadDesk {
  readonly #tools: DeskTools

  constructor(tools: DeskTools) {
    this.#tools = tools
  }

  /**
   * Reads the whole file once: its MD5, a copy that outlives the page, whether the library has the same audio, and its duration.
   */
  readonly lookInto: Work = async (item, signal, tell) => {
    const { id } = item
    const chosen = await this.#tools.bytes.of(item)
    if (chosen === null) return { type: 'bytesLost', id }
    try {
      if (item.sourceMd5 === null) {
        const { md5, kept } = await this.#tools.bytes.takeIn(id, chosen, signal)
        const sameAs = item.wantedAnyway ? null : await this.#knownAs(md5, signal)
        tell({ type: 'hashed', id, md5, kept })
        if (sameAs) tell({ type: 'known', id, sameAs })
      }
      if (item.filefix === 'asr') return { type: 'validated', id, asIs: true, duration: asrDuration(chosen.size) }
      const mp3 = await readMp3(chosen)
      return { type: 'validated', id, asIs: mp3 !== null && isSmallAlready(mp3), duration: mp3?.duration ?? null }
    } catch {
      signal.throwIfAborted()
      // The drive was removed, or the file has changed since it was selected.
      return { type: 'failed', id, status: 'refused', reason: 'damaged' }
    }
  }

  readonly shrink: Work = async (item, signal, tell) => {
    const { id } = item
    const { bytes, makeSmall } = this.#tools
    const chosen = await bytes.of(item)
    if (chosen === null) return { type: 'bytesLost', id }
    const into = await bytes.place(id)
    signal.throwIfAborted()
    tell({ type: 'transcodeStarted', id, now: now() })
    const moved = wholePercents((percent, duration) => tell({ type: 'progress', id, percent, duration }))
    const make = async (place: FileSystemFileHandle | null) => {
      const work = place ? makeSmall(chosen, moved, place) : makeSmall(chosen, moved)
      const deaf = listen(signal, 'abort', work.cancel)
      return work.result.finally(deaf)
    }
    try {
      const { blob, duration } = await make(into).catch((error: unknown) => {
        // The disk is full: keep the result in memory.
        if (into === null || !(error instanceof TranscodeError) || error.failure !== 'noRoom') throw error
        return make(null)
      })
      const kept = await bytes.takeSmall(id, blob, signal)
      return { type: 'transcoded', id, sendBytes: blob.size, duration, kept: kept || item.kept }
    } catch (error) {
      await bytes.drop(id, 'small')
      return { type: 'transcodeFailed', id, ...transcodeFailureOf(error) }
    }
  }

  readonly sendUp: Work = async (item, signal, tell) => {
    const { id } = item
    const { calls, bytes, hash, pause, chance } = this.#tools
    const blob = await bytes.of(item)
    if (blob === null && !hasAllArrived(item)) return { type: 'bytesLost', id }
    signal.throwIfAborted()
    tell({ type: 'uploadStarted', id, now: now() })
    try {
      const md5Of = async (slice: Blob, until: AbortSignal) => (await hash(slice, { signal: until })).md5
      const tools: UploadTools = { calls, signal, pause, chance, md5Of, tell: (news) => tell({ ...news, id }) }
      const file = await uploadFile(tools, jobOf(item, blob))
      if (!signal.aborted) this.#tools.onUploaded(file)
      return { type: 'uploaded', id, fileId: file.id, filename: file.filename }
    } catch (error) {
      return { type: 'failed', id, ...uploadFailureOf(error) }
    }
  }

  /** Returns the recording with this MD5, or null. A failed request returns null too, since it must not block the upload. */
  async #knownAs(md5: string, signal: AbortSignal): Promise<{ fileId: string; filename: string } | null> {
    try {
      const { data } = await this.#tools.calls.knownSounds({ body: { md5s: [md5] } }, { signal })
      const [known] = data.known
      return known ? { fileId: known.file_id, filename: known.filename } : null
    } catch {
      signal.throwIfAborted()
      return null
    }
  }
}

function jobOf(item: UploadItem, blob: Blob | null): UploadJob {
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
    begun: item.upload === null ? null : { upload: item.upload, bytes: item.uploadBytes ?? item.sendBytes ?? 0, arrived },
  }
}

/**
 * Calls back only when the whole percentage changes, because each call renders the page. 100 is reserved for the finished file.
 */
function wholePercents(
  hear: (percent: number, duration: Millis | null) => void,
): (done: Millis, duration: Millis | null) => void {
  let last = -1
  return (done, duration) => {
    const percent = duration ? Math.min(99, Math.floor((done / duration) * 100)) : 0
    if (percent === last) return
    last = percent
    hear(percent, duration)
  }
}
