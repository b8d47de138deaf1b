import { filesContract } from '#features/files/contract.ts'
import { client, type Send, Unreachable } from '#shared/client.ts'
import { type Millis, seconds } from '#shared/units.ts'
import { send as appSend } from '#browser/http/send.ts'
import { newId, random as browserRandom } from '#browser/random/random.ts'
import { now, wait } from '#browser/timers/time.ts'
import { type UnfinishedUpload, uploadContract } from '../../contract.ts'
import { checkSelection } from '../../rules.ts'
import { hashBytes, type HashBytes } from '../hashing/hashBytes.ts'
import { readSelectionLimits } from '../selection/readSelectionLimits.ts'
import { browserStorage } from '../storage/browserStorage.ts'
import { ItemBytes } from '../storage/ItemBytes.ts'
import type { UploadStorage } from '../storage/UploadStorage.ts'
import { RowWriter } from '../storage/RowWriter.ts'
import { transcode } from '../transcoding/transcode.ts'
import type { NewFile, QueueCommand, QueueRunner, RunnerSettings } from './queueRunner.ts'
import { RetryScheduler } from './RetryScheduler.ts'
import { emptyQueue, nextWork, type QueueEvent, reduceQueue, type StoredBytes } from './reduceQueue.ts'
import { reportUploads } from './reportUploads.ts'
import { UPLOAD_STEPS, type StepContext } from './uploadSteps.ts'
import { createItem, type ImportedTexts, type UploadItem } from './uploadItem.ts'

/** What tests replace. */
type RunnerOptions = {
  readonly send?: Send
  readonly runTranscode?: typeof transcode
  readonly hash?: HashBytes
  readonly storage?: UploadStorage
  /** First delay between two attempts of a call or a part. */
  readonly pause?: Millis
  readonly random?: () => number
}

/** How long a removed item can be restored. */
const UNDO_PERIOD: Millis = seconds(30)

/**
 * Runs the upload queue of one account, in one tab at a time: inspects, transcodes and sends files, one of each at a time (B§4).
 * `reduceQueue` decides what happens; this class does it, and stores the queue. `QueueRunner` describes its methods.
 */
export class UploadRunner implements QueueRunner {
  readonly #storage: UploadStorage
  readonly #onItems: RunnerSettings['onItems']
  readonly #bytes: ItemBytes
  readonly #rows: RowWriter
  readonly #context: StepContext
  readonly #retries: RetryScheduler
  /** The items of running steps. */
  readonly #running = new Map<string, AbortController>()
  readonly #ended = new AbortController()
  #queue = emptyQueue

  constructor(settings: RunnerSettings & RunnerOptions) {
    const { owner, isCurrentAccount, onItems, onUploaded } = settings
    const { send = appSend, storage = browserStorage, hash = hashBytes, runTranscode = transcode } = settings
    const { pause = seconds(1), random = browserRandom } = settings
    const ownSend: Send = (request) => (isCurrentAccount() ? send(request) : Promise.reject(new Unreachable('network')))
    const calls = client('upload', uploadContract, ownSend)
    const filesCalls = client('files', filesContract, ownSend)
    this.#storage = storage
    this.#onItems = onItems
    this.#bytes = new ItemBytes(storage.bytesOf(owner), hash)
    this.#rows = new RowWriter(storage.rows, owner)
    const context = { calls, filesCalls, bytes: this.#bytes, hash, runTranscode, pause, random }
    this.#context = { ...context, onUploaded: (file) => onUploaded(file, true) }
    this.#retries = new RetryScheduler(random, (event) => this.#apply(event))
  }

  get items(): readonly UploadItem[] {
    return this.#queue.items
  }

  async restore(files: ReadonlyMap<string, File>): Promise<void> {
    const { items, gone } = await this.#rows.load(this.#storage.deleteBytesExcept)
    for (const item of gone) this.#abandon(item)
    const bytes = new Map<string, StoredBytes>()
    for (const item of items) {
      const file = files.get(item.id)
      if (file && (await this.#bytes.stateOf(item)) === 'lost') this.#bytes.set(item.id, 'chosen', file)
      bytes.set(item.id, await this.#bytes.stateOf(item))
    }
    if (items.length > 0) this.#apply({ type: 'restored', items, bytes })
  }

  dispatch(command: QueueCommand): void {
    this.#apply(command)
  }

  retryNow(): void {
    this.#retries.retryNow()
  }

  async add(files: readonly NewFile[], folderId: string | null): Promise<readonly string[]> {
    if (files.length === 0) return []
    const byFile = new Map(files.map((each) => [each.file, each]))
    const mayRepeatTitles = files.some(({ texts }) => texts !== undefined)
    const { limit, titles } = await readSelectionLimits(this.#context, mayRepeatTitles ? [] : [...byFile.keys()])
    const queued = this.items.filter(({ status }) => status !== 'refused' && status !== 'tooLarge')
    const taken = new Set(mayRepeatTitles ? [] : [...titles, ...queued.map(({ filename }) => filename)])
    const { checked, leftOut } = checkSelection([...byFile.keys()], { limit, titles: taken })
    const items: UploadItem[] = []
    for (const { file, verdict } of checked) {
      const { id, texts } = byFile.get(file)!
      this.#bytes.set(id, 'chosen', file)
      items.push({ ...createItem(id, file, folderId, verdict), ...(texts && (await this.#storeTexts(id, texts))) })
    }
    this.#apply({ type: 'added', items })
    // The tab that forwarded the files may release them from now on.
    await this.#rows.write(this.#queue)
    return leftOut
  }

  /** Stores imported texts before their item, so that no stored item lacks them. */
  async #storeTexts(id: string, texts: ImportedTexts): Promise<Pick<UploadItem, 'hasTexts' | 'hasTranscript'>> {
    const hasTranscript = Boolean(texts.trans_result)
    const hasTexts = hasTranscript || Boolean(texts.ai_content)
    if (hasTexts) await this.#bytes.storeTexts(id, texts, this.#ended.signal)
    return { hasTexts, hasTranscript }
  }

  async reselectFile(id: string, file: File): Promise<boolean> {
    const item = this.#find(id)
    if (item?.reason !== 'bytesLost' || file.size !== item.size) return false
    const imported = await this.#importFile(id, file, item.sourceMd5)
    if (imported) this.#apply({ type: 'fileReselected', id, ...imported })
    return imported !== null
  }

  async continueWith(unfinished: UnfinishedUpload, file: File): Promise<boolean> {
    const { upload_id, object_name, filesize: uploadBytes, source_md5 } = unfinished
    const existingItem = this.items.find(({ upload }) => upload?.upload_id === upload_id)
    if (existingItem) return this.reselectFile(existingItem.id, file)
    const id = newId()
    const imported = await this.#importFile(id, file, source_md5)
    if (!imported) return false
    // It is a known duplicate, so the user is not asked.
    const item = { ...createItem(id, file, null), sourceMd5: imported.md5, kept: imported.kept, wantedAnyway: true }
    const upload = { upload_id, object_name, part_urls: [] }
    this.#apply({ type: 'added', items: [{ ...item, filename: unfinished.filename || item.filename, upload, uploadBytes }] })
    return true
  }

  async bytesOf(id: string): Promise<Blob | null> {
    const item = this.#find(id)
    return item ? ((await this.#bytes.get(item)) ?? this.#bytes.get({ ...item, madeSmall: false })) : null
  }

  stop(): void {
    this.#ended.abort()
    this.#retries.stop()
    for (const running of this.#running.values()) running.abort()
  }

  #find(id: string): UploadItem | undefined {
    return this.items.find((item) => item.id === id)
  }

  /** Changes the queue, and does everything that follows from the change. */
  #apply(event: QueueEvent): void {
    if (this.#ended.signal.aborted) return
    const before = this.items
    this.#queue = reduceQueue(this.#queue, event, now())
    if (!isTransient(event)) {
      reportUploads(event, { before, after: this.items, now: now() })
      void this.#persist(event)
    }
    for (const [id, running] of this.#running) {
      const item = this.#find(id)
      if (item && !item.held) continue
      this.#running.delete(id)
      running.abort()
    }
    this.#retries.update(this.items)
    this.#onItems(this.items)
    for (const step of ['inspect', 'transcode', 'send'] as const) this.#start(step)
  }

  /** Writes the item first and deletes bytes it no longer needs afterwards, so that a crash in between loses nothing. */
  async #persist(event: QueueEvent): Promise<void> {
    if (event.type === 'remove') void this.#deleteLater(event.id).catch(() => {})
    await this.#rows.write(this.#queue)
    if (event.type === 'uploaded') return this.#bytes.deleteAll(event.id)
    const transcoded = event.type === 'transcoded' && this.#find(event.id)
    if (transcoded) await this.#bytes.deleteOriginal(transcoded)
  }

  /** Deletes a removed item when this can no longer be undone. */
  async #deleteLater(id: string): Promise<void> {
    const removed = this.#queue.removed.find(({ item }) => item.id === id)
    if (!removed) return
    await wait(UNDO_PERIOD, this.#ended.signal)
    if (!this.#queue.removed.includes(removed)) return
    this.#apply({ type: 'deleted', id })
    this.#abandon(removed.item)
    await Promise.all([this.#rows.delete(id), this.#bytes.deleteAll(id)])
  }

  /** Starts the next item if possible. Events of aborted steps are ignored. */
  #start(step: keyof typeof UPLOAD_STEPS): void {
    const id = nextWork(this.items)[step]
    const item = id === null ? undefined : this.#find(id)
    if (!item || this.#running.has(item.id)) return
    const running = new AbortController()
    const { signal } = running
    this.#running.set(item.id, running)
    const emit = (event: QueueEvent): void => {
      if (!signal.aborted) this.#apply(event)
    }
    const finish = (finalEvent: QueueEvent): void => {
      if (!signal.aborted) this.#running.delete(item.id)
      emit(finalEvent)
    }
    UPLOAD_STEPS[step](this.#context, item, { signal, emit }).then(finish, () =>
      finish({ type: 'failed', id: item.id, status: 'refused', reason: 'server' }),
    )
  }

  async #importFile(id: string, file: File, md5: string | null): Promise<{ md5: string; kept: boolean } | null> {
    const imported = await this.#bytes.copyToDisk({ id }, file, this.#ended.signal)
    if (md5 === null || imported.md5 === md5) {
      this.#bytes.set(id, 'chosen', file)
      return imported
    }
    await this.#bytes.delete(id, 'chosen', { onlyDisk: true })
    return null
  }

  /** Tells the server that the upload is abandoned. When this fails, the server deletes it later on its own. */
  #abandon({ upload }: UploadItem): void {
    if (upload) this.#context.calls.abandon({ params: { upload_id: upload.upload_id } }).catch(() => {})
  }
}

/** Frequent events need not be stored. */
const isTransient = (event: QueueEvent): boolean =>
  event.type === 'progress' || (event.type === 'part' && event.part.status === 'uploading')
