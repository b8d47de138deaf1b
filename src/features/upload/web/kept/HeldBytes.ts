import type { HashBytes } from '../hash/hashBytes.ts'
import type { KeptBytes } from '../reduceQueue.ts'
import type { UploadItem } from '../uploadItem.ts'
import type { ByteShelf, Which } from './Kept.ts'

/**
 * The bytes of the items of one account: in memory as selected or transcoded, and on the disk where there is space. Files on the
 * disk are read in slices, so their size does not matter.
 */
export class HeldBytes {
  readonly #shelf: ByteShelf
  readonly #owner: string
  readonly #hash: HashBytes
  readonly #inPage = new Map<string, { chosen?: Blob | undefined; small?: Blob | undefined }>()
  /** Blobs read from the disk, which must not be copied onto themselves. */
  readonly #fromDisk = new WeakSet<Blob>()
  #hasAsked = false

  constructor(shelf: ByteShelf, owner: string, hash: HashBytes) {
    this.#shelf = shelf
    this.#owner = owner
    this.#hash = hash
  }

  hold(id: string, which: Which, blob: Blob): void {
    this.#inPage.set(id, { ...this.#inPage.get(id), [which]: blob })
  }

  /** Returns the bytes to continue with, or null when they are gone. */
  async of({ id, madeSmall, size, sendBytes }: UploadItem): Promise<Blob | null> {
    const which = madeSmall ? 'small' : 'chosen'
    const bytes = this.#inPage.get(id)?.[which] ?? (await this.#read(id, which))
    return bytes?.size === (madeSmall ? sendBytes : size) ? bytes : null
  }

  /** Returns which bytes of an item are still available. */
  async leftOf(item: UploadItem): Promise<KeptBytes> {
    if (await this.of(item)) return 'ready'
    return item.madeSmall && (await this.of({ ...item, madeSmall: false })) ? 'chosen' : 'gone'
  }

  /** Computes the MD5 of a selected file and copies it to the disk where there is space. */
  async takeIn(id: string, chosen: Blob, signal: AbortSignal): Promise<{ md5: string; kept: boolean }> {
    if (this.#fromDisk.has(chosen)) return { md5: (await this.#hash(chosen, { signal })).md5, kept: true }
    const hasRoom = chosen.size > 0 && this.#owner !== '' && (await this.#shelf.room().catch(() => 0)) > chosen.size
    const into = hasRoom ? this.#shelf.pathOf(this.#owner, id, 'chosen') : null
    const { md5, copied } = await this.#hash(chosen, { into, signal })
    if (into && !copied) await this.drop(id, 'chosen', { onlyDisk: true })
    if (copied && !this.#hasAsked) {
      this.#hasAsked = true
      void askToStay()
    }
    return { md5, kept: copied }
  }

  /** Creates a file on the disk for the transcoded audio; null when this is not possible. */
  async place(id: string): Promise<FileSystemFileHandle | null> {
    return this.#owner === '' ? null : this.#shelf.handle(this.#owner, id, 'small')
  }

  /** Stores the transcoded audio on the disk unless it was written there directly. Returns true when it outlives the page. */
  async takeSmall(id: string, small: Blob, signal: AbortSignal): Promise<boolean> {
    this.hold(id, 'small', small)
    if (this.#owner === '') return false
    if ((await this.#shelf.read(this.#owner, id, 'small'))?.size === small.size) return true
    if ((await this.#shelf.room().catch(() => 0)) < small.size) return false
    const into = this.#shelf.pathOf(this.#owner, id, 'small')
    return (await this.#hash(small, { into, signal })).copied
  }

  /** Deletes the selected file from the disk once the transcoded audio is stored there. */
  async settle({ id, madeSmall, sendBytes }: UploadItem): Promise<void> {
    if (!madeSmall || this.#owner === '') return
    if ((await this.#shelf.read(this.#owner, id, 'small'))?.size === sendBytes) await this.drop(id, 'chosen', { onlyDisk: true })
  }

  async drop(id: string, which: Which, { onlyDisk = false } = {}): Promise<void> {
    if (!onlyDisk) this.#inPage.set(id, { ...this.#inPage.get(id), [which]: undefined })
    await this.#shelf.drop(this.#owner, id, which)
  }

  /** Deletes all bytes of an item. */
  async dropAll(id: string): Promise<void> {
    this.#inPage.delete(id)
    await Promise.all([this.#shelf.drop(this.#owner, id, 'chosen'), this.#shelf.drop(this.#owner, id, 'small')])
  }

  async #read(id: string, which: Which): Promise<Blob | null> {
    const found = await this.#shelf.read(this.#owner, id, which)
    if (found) this.#fromDisk.add(found)
    return found
  }
}

/** Asks the browser not to evict the stored data when its disk is full. A refusal changes nothing. */
async function askToStay(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // The browser does not support it.
  }
}
