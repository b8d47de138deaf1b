import { createStore } from 'zustand/vanilla'
import { type File as LibraryFile, filesContract } from '#features/files/contract.ts'
import { client, type Send } from '#kit/client.ts'
import { type Bytes, type Millis, seconds } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { newId } from '#ui/newId.ts'
import { now } from '#ui/time.ts'
import { UPLOAD_LIMIT, uploadContract } from '../contract.ts'
import { asrDuration, isAsr, judgeSelection, splitName } from '../rules.ts'
import { transcodeFailureOf, uploadFailureOf } from './failureOf.ts'
import { isSmallAlready, readMp3 } from './readMp3.ts'
import { emptyQueue, nextWork, type QueueEvent, reduceQueue, type UploadItem, type UploadQueue } from './reduceQueue.ts'
import type { transcode } from './transcode.ts'
import { uploadFile, type UploadJob } from './uploadFile.ts'

/** The bytes of one item: as chosen, and as they go up when they had to be made small. */
type Held = { readonly chosen: File; small: Blob | null }
type Work = (id: string, signal: AbortSignal, tell: (event: QueueEvent) => void) => Promise<QueueEvent>

/**
 * Runs the queue: looks into files, makes them small and sends them, one of each at a time (B§4). What happens is decided by
 * `reduceQueue`; here it is only done. `store` shows the queue as it stands.
 */
export class Uploads {
  readonly store = createStore<UploadQueue>(() => emptyQueue)
  readonly #calls
  readonly #library
  readonly #makeSmall: typeof transcode
  readonly #bytes = new Map<string, Held>()
  readonly #stops = new Map<string, () => void>()
  readonly #hearers = new Set<(file: LibraryFile) => void>()

  constructor(send: Send, makeSmall: typeof transcode) {
    this.#calls = client('upload', uploadContract, send)
    this.#library = client('files', filesContract, send)
    this.#makeSmall = makeSmall
  }

  /** Takes a selection in, after looking through it (B§5). Resolves when it stands in the queue. */
  async add(files: readonly File[], folderId: string | null = null): Promise<void> {
    const [limit, library] = await Promise.all([this.limit(), this.#knownTitles(files)])
    const queued = this.#items
      .filter((item) => item.status !== 'refused' && item.status !== 'tooLarge')
      .map((item) => item.filename)
    const { judged, dropped } = judgeSelection(files, { limit, titles: new Set([...library, ...queued]) })
    const added = judged.map((each) => ({ ...each, id: newId() }))
    for (const { id, file } of added) this.#bytes.set(id, { chosen: file, small: null })
    this.#apply({ type: 'added', files: added, dropped, folderId })
  }

  /** What a selection may weigh (B§9): the server's word, or the specification's while the server does not answer. */
  async limit(): Promise<Bytes> {
    try {
      return (await this.#calls.webConfig({})).data.upload_limit_size
    } catch {
      return UPLOAD_LIMIT
    }
  }

  /** Lets a duplicate in, under a title with the moment behind it (B§5). */
  keepBoth(id: string): void {
    const titles = new Set(this.#items.map((item) => item.filename))
    this.#apply({ type: 'keptBoth', id, at: new Date(now()), titles })
  }

  retry(id: string): void {
    this.#apply({ type: 'retried', id })
  }

  /** The network is there again: everything it had stopped goes on. */
  goOn(): void {
    this.#apply({ type: 'cameBack' })
  }

  /** Stops an item where it is; it can be tried again. */
  cancel(id: string): void {
    this.#stops.get(id)?.()
    this.#apply({ type: 'cancelled', id })
  }

  /** Stops an item and takes it out of the list. */
  remove(id: string): void {
    this.#stops.get(id)?.()
    this.#apply({ type: 'removed', id })
  }

  /** Takes finished items out of the list. */
  clearFinished(): void {
    this.#apply({ type: 'cleared' })
  }

  /** The names of what was dropped have been read. */
  forgetDropped(): void {
    this.#apply({ type: 'droppedRead' })
  }

  /** Hears of the file that an upload became. Returns what ends it. */
  onUploaded(hear: (file: LibraryFile) => void): () => void {
    this.#hearers.add(hear)
    return () => this.#hearers.delete(hear)
  }

  get #items(): readonly UploadItem[] {
    return this.store.getState().items
  }

  #item(id: string): UploadItem | undefined {
    return this.#items.find((item) => item.id === id)
  }

  #apply(event: QueueEvent): void {
    this.store.setState(reduceQueue(this.store.getState(), event))
    for (const id of this.#bytes.keys()) if ((this.#item(id)?.status ?? 'completed') === 'completed') this.#bytes.delete(id)
    this.#start('check', this.#lookInto)
    this.#start('transcode', this.#shrink)
    this.#start('upload', this.#sendUp)
  }

  /** Begins what may begin. What a piece of work has to say after it was stopped is not heard. */
  #start(kind: 'check' | 'transcode' | 'upload', work: Work): void {
    const id = nextWork(this.store.getState())[kind]
    if (id === null || this.#stops.has(id)) return
    const stopping = new AbortController()
    const { signal } = stopping
    this.#stops.set(id, () => {
      this.#stops.delete(id)
      stopping.abort()
    })
    const tell = (event: QueueEvent): void => {
      if (!signal.aborted) this.#apply(event)
    }
    void work(id, signal, tell).then((last) => {
      if (!signal.aborted) this.#stops.delete(id)
      tell(last)
    })
  }

  readonly #lookInto: Work = async (id) => {
    const { chosen } = this.#bytes.get(id)!
    if (isAsr(chosen)) return { type: 'validated', id, asIs: true, duration: asrDuration(chosen.size) }
    try {
      const mp3 = await readMp3(chosen)
      return { type: 'validated', id, asIs: mp3 !== null && isSmallAlready(mp3), duration: mp3?.duration ?? null }
    } catch {
      // The disk was pulled out, or the file has changed since it was chosen.
      return { type: 'failed', id, status: 'refused', reason: 'damaged' }
    }
  }

  readonly #shrink: Work = async (id, signal, tell) => {
    const held = this.#bytes.get(id)!
    tell({ type: 'transcodeStarted', id, now: now() })
    const moved = wholePercents((percent, duration) => tell({ type: 'progress', id, percent, duration }))
    const work = this.#makeSmall(held.chosen, moved)
    listen(signal, 'abort', work.cancel)
    try {
      const { blob, duration } = await work.result
      held.small = blob
      return { type: 'transcoded', id, sendBytes: blob.size, duration }
    } catch (error) {
      return { type: 'transcodeFailed', id, ...transcodeFailureOf(error) }
    }
  }

  readonly #sendUp: Work = async (id, signal, tell) => {
    const { chosen, small } = this.#bytes.get(id)!
    tell({ type: 'uploadStarted', id, now: now() })
    try {
      const job = jobOf(this.#item(id)!, small ?? chosen)
      const file = await uploadFile(this.#calls, job, (news) => tell({ ...news, id }), signal)
      if (!signal.aborted) for (const hear of this.#hearers) hear(file)
      return { type: 'uploaded', id, fileId: file.id, filename: file.filename }
    } catch (error) {
      return { type: 'failed', id, ...uploadFailureOf(error) }
    }
  }

  /** Which of their titles recordings bear already. */
  async #knownTitles(files: readonly File[]): Promise<readonly string[]> {
    const titles = [...new Set(files.map(({ name }) => splitName(name).filename))]
    try {
      const asked = chunksOf(titles, 1000).map((some) => this.#library.knownTitles({ body: { titles: some } }))
      return (await Promise.all(asked)).flatMap(({ data }) => data.known)
    } catch {
      // Two files of one title are no harm; an upload that cannot begin would be.
      return []
    }
  }
}

const chunksOf = <Each>(all: readonly Each[], most: number): Each[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, n) => all.slice(n * most, (n + 1) * most))

function jobOf(item: UploadItem, blob: Blob): UploadJob {
  const isBareOpus = item.filefix === 'asr'
  const arrived = item.parts.flatMap(({ index, Etag }) => (Etag === null ? [] : [{ PartNumber: index, Etag }]))
  return {
    blob,
    type: isBareOpus ? 'OPUS' : 'MP3',
    filename: item.filename,
    startTime: item.lastModified || now(),
    sessionId: Math.floor(now() / seconds(1)),
    duration: isBareOpus ? item.duration : null,
    folderId: item.folderId,
    begun: item.upload === null ? null : { upload: item.upload, arrived },
  }
}

/** Speaks only when the whole percent has changed, since the page is drawn anew each time. 100 is left to the finished file. */
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
