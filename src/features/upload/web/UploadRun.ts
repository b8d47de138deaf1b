import { createStore } from 'zustand/vanilla'
import { type File as LibraryFile, filesContract } from '#features/files/contract.ts'
import { client, type Send, Unreachable } from '#kit/client.ts'
import { type Bytes, type Millis, seconds } from '#kit/units.ts'
import { newId } from '#ui/newId.ts'
import { after, now, type Stop } from '#ui/time.ts'
import { UPLOAD_LIMIT, type UnfinishedUpload, uploadContract } from '../contract.ts'
import { judgeSelection, splitName } from '../rules.ts'
import { Again } from './Again.ts'
import type { HashBytes } from './hash/hashBytes.ts'
import { HeldBytes } from './kept/HeldBytes.ts'
import type { Shelves } from './kept/Kept.ts'
import { RowKeeper } from './kept/RowKeeper.ts'
import { type KeptBytes, nextWork, type QueueEvent, reduceQueue } from './reduceQueue.ts'
import { reportUploads } from './reportUploads.ts'
import type { transcode } from './transcode.ts'
import { UploadDesk, type Work } from './UploadDesk.ts'
import { emptyQueue, type UploadItem, type UploadQueue } from './uploadItem.ts'

export type RunSettings = {
  readonly send: Send
  readonly makeSmall: typeof transcode
  readonly hash: HashBytes
  readonly shelves: Shelves
  /** The account that owns the queue; nothing is stored for '' (no account). */
  readonly owner: string
  /** Whether this account is still signed in. Requests are never sent for another account. */
  readonly isMine: () => boolean
  /** First delay between two attempts of a call or a part. */
  readonly pause: Millis
  readonly chance: () => number
  readonly onUploaded: (file: LibraryFile) => void
}

/** How long a removed item can be restored. */
const UNDO: Millis = seconds(30)
/** Frequent events that need not be stored. */
const FLEETING: ReadonlySet<QueueEvent['type']> = new Set(['progress', 'partProgress'])

/**
 * Runs the upload queue of one account, in one tab at a time: inspects, transcodes and sends files, one of each at a time (B§4).
 * `reduceQueue` decides what happens; this class executes it and stores the queue.
 */
export class UploadRun {
  readonly store = createStore<UploadQueue>(() => emptyQueue)
  readonly #shelves: Shelves
  readonly #calls
  readonly #library
  readonly #bytes: HeldBytes
  readonly #rows: RowKeeper
  readonly #desk: UploadDesk
  readonly #again: Again
  readonly #stops = new Map<string, () => void>()
  readonly #bin = new Map<string, { item: UploadItem; at: number; stop: Stop }>()
  readonly #ended = new AbortController()

  constructor(settings: RunSettings) {
    const { makeSmall, hash, shelves, owner, pause, chance, onUploaded, isMine } = settings
    const send: Send = (request) => (isMine() ? settings.send(request) : Promise.reject(new Unreachable('network')))
    this.#calls = client('upload', uploadContract, send)
    this.#library = client('files', filesContract, send)
    this.#shelves = shelves
    this.#bytes = new HeldBytes(shelves.bytes, owner, hash)
    this.#rows = new RowKeeper(shelves.rows, owner)
    this.#desk = new UploadDesk({ calls: this.#calls, bytes: this.#bytes, hash, makeSmall, pause, chance, onUploaded })
    const again = { retry: (id: string) => this.retry(id), retryAll: () => this.#apply({ type: 'cameBack' }) }
    this.#again = new Again(chance, again)
  }

  /** Loads the stored queue and continues it. */
  async restore(): Promise<void> {
    const { items, gone } = await this.#rows.take(this.#shelves)
    for (const item of gone) this.#abandon(item)
    const bytes = new Map<string, KeptBytes>()
    for (const item of items) bytes.set(item.id, await this.#bytes.leftOf(item))
    if (!this.#ended.signal.aborted && items.length > 0) this.#apply({ type: 'restored', items, bytes })
  }

  /**
   * Checks a selection and adds it to the queue (B§5). Returns the names of the files over the limit, once the rest is in the
   * queue. `ids` has one id per file; a tab of an older version sends none.
   */
  async add(files: readonly File[], folderId: string | null, ids: readonly string[] = []): Promise<readonly string[]> {
    if (files.length === 0) return []
    const [limit, library] = await Promise.all([this.limit(), this.#knownTitles(files)])
    const queued = this.#items
      .filter((item) => item.status !== 'refused' && item.status !== 'tooLarge')
      .map((item) => item.filename)
    const { judged, dropped } = judgeSelection(files, { limit, titles: new Set([...library, ...queued]) })
    const added = judged.map((each) => ({ ...each, id: ids[files.indexOf(each.file)] ?? newId() }))
    for (const { id, file } of added) this.#bytes.hold(id, 'chosen', file)
    this.#apply({ type: 'added', files: added, dropped: [], folderId })
    // The tab that forwarded the files may release them from now on.
    await this.#rows.write(this.#items)
    return dropped
  }

  /** Returns the upload limit of the server (B§9), or the default while the server does not respond. */
  async limit(): Promise<Bytes> {
    try {
      return (await this.#calls.webConfig({})).data.upload_limit_size
    } catch {
      return UPLOAD_LIMIT
    }
  }

  keepBoth(id: string): void {
    const titles = new Set(this.#items.map((item) => item.filename))
    this.#apply({ type: 'keptBoth', id, at: new Date(now()), titles })
  }

  sendAnyway(id: string): void {
    this.#apply({ type: 'wanted', id })
  }

  retry(id: string): void {
    this.#apply({ type: 'retried', id })
  }

  /** Retries items that failed because of the network. */
  goOn(): void {
    this.#again.wake()
  }

  /** Pauses an item; it can be retried. */
  cancel(id: string): void {
    this.#stops.get(id)?.()
    this.#apply({ type: 'cancelled', id })
  }

  /** Stops an item and removes it from the list; `undoRemove` restores it. */
  remove(id: string): void {
    const at = this.#items.findIndex((item) => item.id === id)
    const item = this.#items[at]
    if (!item) return
    this.#stops.get(id)?.()
    this.#apply({ type: 'removed', id })
    if (item.status === 'completed') return
    void this.#rows.takeOut(item)
    this.#bin.set(id, { item, at, stop: after(UNDO, () => void this.#throwAway(id)) })
  }

  undoRemove(id: string): void {
    const binned = this.#bin.get(id)
    if (!binned) return
    binned.stop()
    this.#bin.delete(id)
    this.#apply({ type: 'putBack', item: binned.item, at: binned.at })
  }

  clearFinished(): void {
    this.#apply({ type: 'cleared' })
  }

  /** Sets the file of an item whose bytes are lost. Returns false and changes nothing when it is another file. */
  async chooseAgain(id: string, file: File): Promise<boolean> {
    const item = this.#items.find((each) => each.id === id)
    if (item?.reason !== 'bytesLost' || file.size !== item.size) return false
    const taken = await this.#takeIn(id, file, item.sourceMd5)
    if (taken) this.#apply({ type: 'chosenAgain', id, ...taken })
    return taken !== null
  }

  /** Continues an upload of another browser with its file selected again. Returns false when the audio differs. */
  async continueWith(unfinished: UnfinishedUpload, file: File): Promise<boolean> {
    const { upload_id, object_name, filename, filesize: uploadBytes, source_md5 } = unfinished
    const here = this.#items.find(({ upload }) => upload?.upload_id === upload_id)
    if (here) return this.chooseAgain(here.id, file)
    const id = newId()
    const taken = await this.#takeIn(id, file, source_md5)
    if (!taken) return false
    const upload = { upload_id, object_name, part_urls: [] }
    const { md5: sourceMd5, kept } = taken
    this.#apply({ type: 'continued', id, file, filename: filename || null, upload, uploadBytes, sourceMd5, kept })
    return true
  }

  /** Returns the stored audio of an item: the bytes to send, or the selected file. */
  async bytesOf(id: string): Promise<Blob | null> {
    const item = this.#items.find((each) => each.id === id)
    return item ? ((await this.#bytes.of(item)) ?? this.#bytes.of({ ...item, madeSmall: false })) : null
  }

  /** Stops all work; stored items stay for the next start. */
  stop(): void {
    this.#ended.abort()
    this.#again.stop()
    for (const stop of this.#stops.values()) stop()
    for (const { stop } of this.#bin.values()) stop()
    this.store.setState(emptyQueue)
  }

  get #items(): readonly UploadItem[] {
    return this.store.getState().items
  }

  #apply(event: QueueEvent): void {
    if (this.#ended.signal.aborted) return
    const before = this.#items
    this.store.setState(reduceQueue(this.store.getState(), event))
    if (!FLEETING.has(event.type)) reportUploads(event, { before, after: this.#items, now: now() })
    if (!FLEETING.has(event.type)) void this.#writeDown(event)
    this.#again.look(this.#items)
    this.#start('check', this.#desk.lookInto)
    this.#start('transcode', this.#desk.shrink)
    this.#start('upload', this.#desk.sendUp)
  }

  /** Writes the item first and deletes bytes it no longer needs afterwards, so that a crash in between loses nothing. */
  async #writeDown(event: QueueEvent): Promise<void> {
    await this.#rows.write(this.#items)
    if (event.type === 'uploaded') return this.#bytes.dropAll(event.id)
    const made = event.type === 'transcoded' && this.#items.find(({ id }) => id === event.id)
    if (made) await this.#bytes.settle(made)
  }

  /** Starts the next item if possible. Events of aborted work are ignored. */
  #start(kind: 'check' | 'transcode' | 'upload', work: Work): void {
    const id = nextWork(this.store.getState())[kind]
    const item = this.#items.find((each) => each.id === id)
    if (!item || this.#stops.has(item.id)) return
    const stopping = new AbortController()
    const { signal } = stopping
    this.#stops.set(item.id, () => {
      this.#stops.delete(item.id)
      stopping.abort()
    })
    const tell = (event: QueueEvent): void => {
      if (!signal.aborted) this.#apply(event)
    }
    const end = (last: QueueEvent): void => {
      if (!signal.aborted) this.#stops.delete(item.id)
      tell(last)
    }
    work(item, signal, tell).then(end, () => end({ type: 'failed', id: item.id, status: 'refused', reason: 'server' }))
  }

  async #takeIn(id: string, file: File, md5: string | null): Promise<{ md5: string; kept: boolean } | null> {
    const taken = await this.#bytes.takeIn(id, file, this.#ended.signal)
    if (md5 === null || taken.md5 === md5) {
      this.#bytes.hold(id, 'chosen', file)
      return taken
    }
    await this.#bytes.drop(id, 'chosen', { onlyDisk: true })
    return null
  }

  async #throwAway(id: string): Promise<void> {
    const binned = this.#bin.get(id)
    if (!binned) return
    this.#bin.delete(id)
    this.#abandon(binned.item)
    await Promise.all([this.#rows.drop(id), this.#bytes.dropAll(id)])
  }

  /** Tells the server that the upload is abandoned. When this fails, the server deletes it later on its own. */
  #abandon({ upload }: UploadItem): void {
    if (upload) this.#calls.abandon({ params: { upload_id: upload.upload_id } }).catch(() => {})
  }

  /** Returns which titles of these files exist in the library. */
  async #knownTitles(files: readonly File[]): Promise<readonly string[]> {
    const titles = [...new Set(files.map(({ name }) => splitName(name).filename))]
    try {
      const asked = chunksOf(titles, 1000).map((some) => this.#library.knownTitles({ body: { titles: some } }))
      return (await Promise.all(asked)).flatMap(({ data }) => data.known)
    } catch {
      // A duplicate title is harmless; failing here would block the upload.
      return []
    }
  }
}

const chunksOf = <Each>(all: readonly Each[], most: number): Each[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, n) => all.slice(n * most, (n + 1) * most))
