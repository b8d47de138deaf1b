import { days } from '#shared/units.ts'
import { now } from '#browser/timers/time.ts'
import type { UploadQueue } from '../queue/reduceQueue.ts'
import type { UploadItem } from '../queue/uploadItem.ts'
import type { StoredRow, RowStore, UploadStorage } from './UploadStorage.ts'

/** Items not touched for this long are deleted, whatever their account. */
const RETENTION = days(14)

type Entry = { readonly item: UploadItem; readonly removed: boolean }

/**
 * Stores the items of one account when they change, one write after another. Items that cannot be stored are lost with the page,
 * as the warning before leaving says.
 */
export class RowWriter {
  readonly #rows: RowStore
  readonly #owner: string
  /** The last stored item and its position, by id. */
  readonly #stored = new Map<string, Entry & { order: number }>()
  #lastWrite: Promise<unknown> = Promise.resolve()
  #order = 0

  constructor(rows: RowStore, owner: string) {
    this.#rows = rows
    this.#owner = owner
  }

  /** Returns the stored items of this account in order. `gone` are removed items whose deletion was not finished. */
  async load(deleteBytesExcept: UploadStorage['deleteBytesExcept']): Promise<{ items: UploadItem[]; gone: UploadItem[] }> {
    const allRows = await this.#rows.all()
    const isExpired = (row: StoredRow): boolean => now() - row.at > RETENTION
    const remaining = allRows.filter((row) => !isExpired(row) && !(row.owner === this.#owner && row.removed))
    if (allRows.length > remaining.length)
      await this.#rows.delete(allRows.filter((row) => !remaining.includes(row)).map(({ id }) => id))
    await deleteBytesExcept(remaining).catch(() => {})
    const ownRows = remaining.filter(({ owner }) => owner === this.#owner).toSorted((a, b) => a.order - b.order)
    for (const { id, item, order } of ownRows) this.#stored.set(id, { item, removed: false, order })
    this.#order = Math.max(0, ...ownRows.map(({ order }) => order))
    return {
      items: ownRows.map(({ item }) => item),
      gone: allRows.filter((row) => row.owner === this.#owner && row.removed && !isExpired(row)).map(({ item }) => item),
    }
  }

  /**
   * Stores the changed items. Removed ones are marked, so that they do not return with the next page even though they can still be
   * restored. Resolves when they are written.
   */
  write({ items, removed }: UploadQueue): Promise<void> {
    const entries = [...items.map((item) => ({ item, removed: false })), ...removed.map(({ item }) => ({ item, removed: true }))]
    const isStored = (entry: Entry): boolean => {
      const stored = this.#stored.get(entry.item.id)
      return stored?.item === entry.item && stored.removed === entry.removed
    }
    const rows = entries.filter((entry) => shouldStore(entry.item) && !isStored(entry)).map((entry) => this.#toRow(entry))
    const obsoleteIds = entries
      .filter(({ item }) => !shouldStore(item) && this.#stored.delete(item.id))
      .map(({ item }) => item.id)
    return this.#enqueue(async () => {
      if (rows.length > 0) await this.#rows.put(rows)
      if (obsoleteIds.length > 0) await this.#rows.delete(obsoleteIds)
    })
  }

  /** Deletes the row of an item. */
  delete(id: string): Promise<void> {
    if (!this.#stored.delete(id)) return Promise.resolve()
    return this.#enqueue(() => this.#rows.delete([id]))
  }

  #toRow({ item, removed }: Entry): StoredRow {
    const order = this.#stored.get(item.id)?.order ?? (this.#order += 1)
    this.#stored.set(item.id, { item, removed, order })
    return { id: item.id, owner: this.#owner, order, at: now(), removed, item }
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#lastWrite = this.#lastWrite.then(work).catch(() => {})
    return this.#lastWrite as Promise<void>
  }
}

/** Finished items are in the library, and items refused immediately cannot be continued. */
function shouldStore({ status, reason, sourceMd5 }: UploadItem): boolean {
  if (status === 'completed' || status === 'tooLarge') return false
  return !(sourceMd5 === null && (reason === 'notSound' || reason === 'empty'))
}
