import { createStore } from 'zustand/vanilla'
import { type File as LibraryFile, filesContract } from '#features/files/contract.ts'
import { client, type Send, Unreachable } from '#shared/client.ts'
import { type Bytes, type Millis, seconds } from '#shared/units.ts'
import { newId } from '#browser/random/random.ts'
import { after, now, type Stop } from '#browser/timers/time.ts'
import { DEFAULT_UPLOAD_LIMIT, type UnfinishedUpload, uploadContract } from '../../contract.ts'
import { checkSelection, splitName } from '../../rules.ts'
import type { HashBytes } from '../hashing/hashBytes.ts'
import { ItemBytes } from '../storage/ItemBytes.ts'
import type { UploadStorage } from '../storage/UploadStorage.ts'
import { RowWriter } from '../storage/RowWriter.ts'
import type { transcode } from '../transcoding/transcode.ts'
import { RetryScheduler } from './RetryScheduler.ts'
import { nextWork, reduceQueue } from './reduceQueue.ts'
import { reportUploads } from './reportUploads.ts'
import { UploadSteps, type UploadStep } from './UploadSteps.ts'
import { emptyQueue, type ImportedTexts, type UploadItem, type UploadQueue } from './uploadItem.ts'
import type { QueueCommands } from './queueCommands.ts'
import type { NewItem, StoredBytes, QueueEvent } from './queueEvents.ts'

export type RunnerSettings = {
  readonly send: Send
  readonly runTranscode: typeof transcode
  readonly hash: HashBytes
  readonly storage: UploadStorage
  /** The account that owns the queue; nothing is stored for '' (no account). */
  readonly owner: string
  /** Whether this account is still signed in. Requests are never sent for another account. */
  readonly isCurrentAccount: () => boolean
  /** First delay between two attempts of a call or a part. */
  readonly pause: Millis
  readonly random: () => number
  readonly onUploaded: (file: LibraryFile) => void
}

/** How long a removed item can be restored. */
const UNDO_PERIOD: Millis = seconds(30)
/** Frequent events that need not be stored. */
const TRANSIENT_EVENTS: ReadonlySet<QueueEvent['type']> = new Set(['progress', 'partProgress'])

/**
 * Runs the upload queue of one account, in one tab at a time: inspects, transcodes and sends files, one of each at a time (B§4).
 * `reduceQueue` decides what happens; this class executes it and stores the queue. Its commands are described in `QueueCommands`.
 */
export class UploadRunner implements QueueCommands {
  readonly store = createStore<UploadQueue>(() => emptyQueue)
  readonly #storage: UploadStorage
  readonly #calls
  readonly #filesCalls
  readonly #bytes: ItemBytes
  readonly #rows: RowWriter
  readonly #steps: UploadSteps
  readonly #retries: RetryScheduler
  readonly #aborts = new Map<string, () => void>()
  readonly #removed = new Map<string, { item: UploadItem; index: number; stop: Stop }>()
  readonly #ended = new AbortController()

  constructor(settings: RunnerSettings) {
    const { runTranscode, hash, storage, owner, pause, random, onUploaded, isCurrentAccount } = settings
    const send: Send = (request) => (isCurrentAccount() ? settings.send(request) : Promise.reject(new Unreachable('network')))
    this.#calls = client('upload', uploadContract, send)
    this.#filesCalls = client('files', filesContract, send)
    this.#storage = storage
    this.#bytes = new ItemBytes(storage.bytes, owner, hash)
    this.#rows = new RowWriter(storage.rows, owner)
    this.#steps = new UploadSteps({
      calls: this.#calls,
      bytes: this.#bytes,
      hash,
      runTranscode,
      saveTexts: (fileId, body, signal) => this.#filesCalls.change({ params: { id: fileId }, body }, { signal }),
      pause,
      random,
      onUploaded,
    })
    const retryCallbacks = { retry: (id: string) => this.retry(id), retryAll: () => this.#apply({ type: 'networkRestored' }) }
    this.#retries = new RetryScheduler(random, retryCallbacks)
  }

  /** Loads the stored queue and continues it. */
  async restore(): Promise<void> {
    const { items, gone } = await this.#rows.load(this.#storage)
    for (const item of gone) this.#abandon(item)
    const bytes = new Map<string, StoredBytes>()
    for (const item of items) bytes.set(item.id, await this.#bytes.stateOf(item))
    if (!this.#ended.signal.aborted && items.length > 0) this.#apply({ type: 'restored', items, bytes })
  }

  async add(
    files: readonly File[],
    folderId: string | null,
    ids: readonly string[] = [],
    texts: readonly ImportedTexts[] = [],
  ): Promise<readonly string[]> {
    if (files.length === 0) return []
    const isImport = texts.length > 0
    const [limit, library] = await Promise.all([this.limit(), isImport ? [] : this.#existingTitles(files)])
    const queued = this.#items
      .filter((item) => item.status !== 'refused' && item.status !== 'tooLarge')
      .map((item) => item.filename)
    const titles = new Set(isImport ? [] : [...library, ...queued])
    const { checked, leftOut } = checkSelection(files, { limit, titles })
    const added: NewItem[] = []
    for (const each of checked) {
      const index = files.indexOf(each.file)
      const id = ids[index] ?? newId()
      this.#bytes.set(id, 'chosen', each.file)
      added.push({ ...each, id, ...(await this.#storeTexts(id, texts[index])) })
    }
    this.#apply({ type: 'added', files: added, folderId })
    // The tab that forwarded the files may release them from now on.
    await this.#rows.write(this.#items)
    return leftOut
  }

  /** Stores imported texts before their item, so that no stored item lacks them. */
  async #storeTexts(id: string, texts: ImportedTexts | undefined): Promise<Pick<NewItem, 'texts'>> {
    if (!texts) return {}
    const hasTranscript = Boolean(texts.trans_result)
    const hasTexts = hasTranscript || Boolean(texts.ai_content)
    if (hasTexts) await this.#bytes.storeTexts(id, texts, this.#ended.signal)
    return { texts: { hasTexts, hasTranscript } }
  }

  /** Returns the upload limit of the server (B§9), or the default while the server does not respond. */
  async limit(): Promise<Bytes> {
    try {
      return (await this.#calls.webConfig({})).data.upload_limit_size
    } catch {
      return DEFAULT_UPLOAD_LIMIT
    }
  }

  keepBoth(id: string): void {
    const titles = new Set(this.#items.map((item) => item.filename))
    this.#apply({ type: 'keptBoth', id, at: new Date(now()), titles })
  }

  sendAnyway(id: string): void {
    this.#apply({ type: 'duplicateAccepted', id })
  }

  retry(id: string): void {
    this.#apply({ type: 'retried', id })
  }

  retryNow(): void {
    this.#retries.retryNow()
  }

  cancel(id: string): void {
    this.#aborts.get(id)?.()
    this.#apply({ type: 'cancelled', id })
  }

  remove(id: string): void {
    const index = this.#items.findIndex((item) => item.id === id)
    const item = this.#items[index]
    if (!item) return
    this.#aborts.get(id)?.()
    this.#apply({ type: 'removed', id })
    if (item.status === 'completed') return
    void this.#rows.markRemoved(item)
    this.#removed.set(id, { item, index, stop: after(UNDO_PERIOD, () => void this.#deleteRemoved(id)) })
  }

  undoRemove(id: string): void {
    const removed = this.#removed.get(id)
    if (!removed) return
    removed.stop()
    this.#removed.delete(id)
    this.#apply({ type: 'removalUndone', item: removed.item, at: removed.index })
  }

  clearFinished(): void {
    this.#apply({ type: 'cleared' })
  }

  async reselectFile(id: string, file: File): Promise<boolean> {
    const item = this.#items.find((each) => each.id === id)
    if (item?.reason !== 'bytesLost' || file.size !== item.size) return false
    const imported = await this.#importFile(id, file, item.sourceMd5)
    if (imported) this.#apply({ type: 'fileReselected', id, ...imported })
    return imported !== null
  }

  async continueWith(unfinished: UnfinishedUpload, file: File): Promise<boolean> {
    const { upload_id, object_name, filename, filesize: uploadBytes, source_md5 } = unfinished
    const existingItem = this.#items.find(({ upload }) => upload?.upload_id === upload_id)
    if (existingItem) return this.reselectFile(existingItem.id, file)
    const id = newId()
    const imported = await this.#importFile(id, file, source_md5)
    if (!imported) return false
    const upload = { upload_id, object_name, part_urls: [] }
    const { md5: sourceMd5, kept } = imported
    this.#apply({ type: 'continued', id, file, filename: filename || null, upload, uploadBytes, sourceMd5, kept })
    return true
  }

  async bytesOf(id: string): Promise<Blob | null> {
    const item = this.#items.find((each) => each.id === id)
    return item ? ((await this.#bytes.get(item)) ?? this.#bytes.get({ ...item, madeSmall: false })) : null
  }

  /** Stops all work; stored items stay for the next start. */
  stop(): void {
    this.#ended.abort()
    this.#retries.stop()
    for (const stop of this.#aborts.values()) stop()
    for (const { stop } of this.#removed.values()) stop()
    this.store.setState(emptyQueue)
  }

  get #items(): readonly UploadItem[] {
    return this.store.getState().items
  }

  #apply(event: QueueEvent): void {
    if (this.#ended.signal.aborted) return
    const before = this.#items
    this.store.setState(reduceQueue(this.store.getState(), event))
    if (!TRANSIENT_EVENTS.has(event.type)) reportUploads(event, { before, after: this.#items, now: now() })
    if (!TRANSIENT_EVENTS.has(event.type)) void this.#persist(event)
    this.#retries.update(this.#items)
    this.#start('check', this.#steps.inspect)
    this.#start('transcode', this.#steps.transcodeItem)
    this.#start('upload', this.#steps.sendItem)
  }

  /** Writes the item first and deletes bytes it no longer needs afterwards, so that a crash in between loses nothing. */
  async #persist(event: QueueEvent): Promise<void> {
    await this.#rows.write(this.#items)
    if (event.type === 'uploaded') return this.#bytes.deleteAll(event.id)
    const transcoded = event.type === 'transcoded' && this.#items.find(({ id }) => id === event.id)
    if (transcoded) await this.#bytes.deleteOriginal(transcoded)
  }

  /** Starts the next item if possible. Events of aborted work are ignored. */
  #start(kind: 'check' | 'transcode' | 'upload', step: UploadStep): void {
    const id = nextWork(this.store.getState())[kind]
    const item = this.#items.find((each) => each.id === id)
    if (!item || this.#aborts.has(item.id)) return
    const abortController = new AbortController()
    const { signal } = abortController
    this.#aborts.set(item.id, () => {
      this.#aborts.delete(item.id)
      abortController.abort()
    })
    const emit = (event: QueueEvent): void => {
      if (!signal.aborted) this.#apply(event)
    }
    const finish = (finalEvent: QueueEvent): void => {
      if (!signal.aborted) this.#aborts.delete(item.id)
      emit(finalEvent)
    }
    step(item, signal, emit).then(finish, () => finish({ type: 'failed', id: item.id, status: 'refused', reason: 'server' }))
  }

  async #importFile(id: string, file: File, md5: string | null): Promise<{ md5: string; kept: boolean } | null> {
    const imported = await this.#bytes.copyToDisk(id, file, this.#ended.signal)
    if (md5 === null || imported.md5 === md5) {
      this.#bytes.set(id, 'chosen', file)
      return imported
    }
    await this.#bytes.delete(id, 'chosen', { onlyDisk: true })
    return null
  }

  async #deleteRemoved(id: string): Promise<void> {
    const removed = this.#removed.get(id)
    if (!removed) return
    this.#removed.delete(id)
    this.#abandon(removed.item)
    await Promise.all([this.#rows.delete(id), this.#bytes.deleteAll(id)])
  }

  /** Tells the server that the upload is abandoned. When this fails, the server deletes it later on its own. */
  #abandon({ upload }: UploadItem): void {
    if (upload) this.#calls.abandon({ params: { upload_id: upload.upload_id } }).catch(() => {})
  }

  /** Returns which titles of these files exist in the library. */
  async #existingTitles(files: readonly File[]): Promise<readonly string[]> {
    const titles = [...new Set(files.map(({ name }) => splitName(name).filename))]
    try {
      const requests = chunksOf(titles, 1000).map((chunk) => this.#filesCalls.knownTitles({ body: { titles: chunk } }))
      return (await Promise.all(requests)).flatMap(({ data }) => data.known)
    } catch {
      // A duplicate title is harmless; failing here would block the upload.
      return []
    }
  }
}

const chunksOf = <Each>(all: readonly Each[], size: number): Each[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
