import type { Bytes } from '#shared/units.ts'
import type { HashBytes } from '../hashing/hashBytes.ts'
import type { OpfsPath } from '../hashing/hashProtocol.ts'
import type { ImportedTexts, UploadItem } from '../queue/uploadItem.ts'
import type { StoredBytes } from '../queue/reduceQueue.ts'
import { BYTES_KINDS, type ByteStore, type BytesKind } from './UploadStorage.ts'

type WithTexts = Pick<UploadItem, 'id' | 'hasTexts'>

/**
 * The bytes of the items of one account: in memory as selected or transcoded, and on the disk where there is space. Files on the
 * disk are read in slices, so their size does not matter.
 */
export class ItemBytes {
  readonly #store: ByteStore
  readonly #hash: HashBytes
  readonly #inMemory = new Map<string, Partial<Record<BytesKind, Blob | undefined>>>()
  /** Blobs read from the disk, which must not be copied onto themselves. */
  readonly #diskBlobs = new WeakSet<Blob>()
  #hasRequestedPersistence = false

  constructor(store: ByteStore, hash: HashBytes) {
    this.#store = store
    this.#hash = hash
  }

  set(id: string, kind: BytesKind, blob: Blob): void {
    this.#inMemory.set(id, { ...this.#inMemory.get(id), [kind]: blob })
  }

  /** Returns the bytes to continue with, or null when they are gone. */
  async get({ id, madeSmall, size, sendBytes }: UploadItem): Promise<Blob | null> {
    const kind = madeSmall ? 'small' : 'chosen'
    const bytes = this.#inMemory.get(id)?.[kind] ?? (await this.#read(id, kind))
    return bytes?.size === (madeSmall ? sendBytes : size) ? bytes : null
  }

  /** Returns the imported texts of an item, or null when they are gone. */
  async getTexts({ id }: Pick<UploadItem, 'id'>): Promise<ImportedTexts | null> {
    const blob = this.#inMemory.get(id)?.texts ?? (await this.#read(id, 'texts'))
    return blob === null ? null : (JSON.parse(await blob.text()) as ImportedTexts)
  }

  /** Stores imported texts: on the disk where there is space, and in memory. Returns true when they outlive the page. */
  async storeTexts(id: string, texts: ImportedTexts, signal: AbortSignal): Promise<boolean> {
    return this.#keep(id, 'texts', new Blob([JSON.stringify(texts)]), signal)
  }

  /** Returns which bytes of an item are still available. Without its texts an imported recording is not continued. */
  async stateOf(item: UploadItem): Promise<StoredBytes> {
    if (item.hasTexts && (await this.getTexts(item)) === null) return 'lost'
    if (await this.get(item)) return 'ready'
    return item.madeSmall && (await this.get({ ...item, madeSmall: false })) ? 'chosen' : 'lost'
  }

  /**
   * Computes the MD5 of a selected file and copies it to the disk where there is space. `kept`: what the item needs outlives the
   * page.
   */
  async copyToDisk(item: WithTexts, selected: Blob, signal: AbortSignal): Promise<{ md5: string; kept: boolean }> {
    const { id } = item
    if (this.#diskBlobs.has(selected)) {
      const { md5 } = await this.#hash(selected, { signal })
      return { md5, kept: await this.#hasKeptTexts(item) }
    }
    const copyTo = selected.size > 0 ? await this.#pathWithSpace(id, 'chosen', selected.size) : null
    const { md5, copied } = await this.#hash(selected, { copyTo, signal })
    if (copyTo && !copied) await this.delete(id, 'chosen', { onlyDisk: true })
    if (copied && !this.#hasRequestedPersistence) {
      this.#hasRequestedPersistence = true
      void requestPersistence()
    }
    return { md5, kept: copied && (await this.#hasKeptTexts(item)) }
  }

  /** Creates a file on the disk for the transcoded audio; null when this is not possible. */
  async createFile(id: string): Promise<FileSystemFileHandle | null> {
    return this.#store.createFile(id, 'small')
  }

  /** Stores the transcoded audio on the disk unless it was written there directly. Returns true when it outlives the page. */
  async storeTranscoded(item: WithTexts, transcoded: Blob, signal: AbortSignal): Promise<boolean> {
    return (await this.#keep(item.id, 'small', transcoded, signal)) && this.#hasKeptTexts(item)
  }

  /** Deletes the selected file from the disk once the transcoded audio is stored there. */
  async deleteOriginal({ id, madeSmall, sendBytes }: UploadItem): Promise<void> {
    if (madeSmall && (await this.#store.read(id, 'small'))?.size === sendBytes)
      await this.delete(id, 'chosen', { onlyDisk: true })
  }

  async delete(id: string, kind: BytesKind, { onlyDisk = false } = {}): Promise<void> {
    if (!onlyDisk) this.#inMemory.set(id, { ...this.#inMemory.get(id), [kind]: undefined })
    await this.#store.delete(id, kind)
  }

  /** Deletes all bytes of an item. */
  async deleteAll(id: string): Promise<void> {
    this.#inMemory.delete(id)
    await Promise.all(BYTES_KINDS.map((kind) => this.#store.delete(id, kind)))
  }

  /** Whether the texts of an item outlive the page; true when it has none. */
  async #hasKeptTexts({ id, hasTexts }: WithTexts): Promise<boolean> {
    return !hasTexts || (await this.#store.read(id, 'texts')) !== null
  }

  async #keep(id: string, kind: BytesKind, blob: Blob, signal: AbortSignal): Promise<boolean> {
    this.set(id, kind, blob)
    if ((await this.#store.read(id, kind))?.size === blob.size) return true
    const copyTo = await this.#pathWithSpace(id, kind, blob.size)
    return copyTo !== null && (await this.#hash(blob, { copyTo, signal })).copied
  }

  /** Returns the path for a copy of this size, or null when there is no space for it. */
  async #pathWithSpace(id: string, kind: BytesKind, size: Bytes): Promise<OpfsPath | null> {
    const freeSpace = await this.#store.freeSpace().catch(() => 0)
    return freeSpace > size ? this.#store.filePath(id, kind) : null
  }

  async #read(id: string, kind: BytesKind): Promise<Blob | null> {
    const blob = await this.#store.read(id, kind)
    if (blob) this.#diskBlobs.add(blob)
    return blob
  }
}

/** Asks the browser not to evict the stored data when its disk is full. A refusal changes nothing. */
async function requestPersistence(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // The browser does not support it.
  }
}
