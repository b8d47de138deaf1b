import { days } from '#shared/units.ts'
import { now } from '#browser/timers/time.ts'
import type { UploadItem } from '../queue/uploadItem.ts'
import type { StoredRow, RowStore, UploadStorage } from './UploadStorage.ts'

/** Items not touched for this long are deleted, whatever their account. */
const RETENTION = days(14)

/**
 * Stores the items of one account when they change, one write after another. Items that cannot be stored are lost with the page,
 * as the warning before leaving says.
 */
export class RowWriter {
  readonly #rows: RowStore
  readonly #owner: string
  /** The last stored item and its position, by id. */
  readonly #stored = new Map<string, { item: UploadItem; order: number }>()
  #lastWrite: Promise<unknown> = Promise.resolve()
  #order = 0

  constructor(rows: RowStore, owner: string) {
    this.#rows = rows
    this.#owner = owner
  }

  /** Returns the stored items of this account in order. `gone` are removed items whose deletion was not finished. */
  async load({ bytes }: UploadStorage): Promise<{ items: UploadItem[]; gone: UploadItem[] }> {
    const allRows = await this.#rows.all()
    const isExpired = (row: StoredRow): boolean => now() - row.at > RETENTION
    const remaining = allRows.filter((row) => !isExpired(row) && !(row.owner === this.#owner && row.removed))
    if (allRows.length > remaining.length)
      await this.#rows.delete(allRows.filter((row) => !remaining.includes(row)).map(({ id }) => id))
    await bytes.deleteExcept(remaining).catch(() => {})
    const ownRows = remaining.filter(({ owner }) => owner === this.#owner).toSorted((a, b) => a.order - b.order)
    for (const { id, item, order } of ownRows) this.#stored.set(id, { item, order })
    this.#order = Math.max(0, ...ownRows.map(({ order }) => order))
    return {
      items: ownRows.map(({ item }) => item),
      gone: allRows.filter((row) => row.removed && !isExpired(row)).flatMap(this.#ownItems),
    }
  }

  readonly #ownItems = ({ owner, item }: StoredRow): UploadItem[] => (owner === this.#owner ? [item] : [])

  /** Stores the changed items. Resolves when they are written. */
  write(items: readonly UploadItem[]): Promise<void> {
    const changed = items.filter((item) => shouldStore(item) && this.#stored.get(item.id)?.item !== item)
    const obsoleteIds = items.filter((item) => !shouldStore(item) && this.#stored.has(item.id)).map(({ id }) => id)
    const rows = changed.map((item) => this.#toRow(item, false))
    if (rows.length === 0 && obsoleteIds.length === 0) return this.#enqueue(async () => {})
    for (const id of obsoleteIds) this.#stored.delete(id)
    return this.#enqueue(async () => {
      if (rows.length > 0) await this.#rows.put(rows)
      if (obsoleteIds.length > 0) await this.#rows.delete(obsoleteIds)
    })
  }

  /** Marks an item as removed, so that it does not return with the next page even though it can still be restored. */
  markRemoved(item: UploadItem): Promise<void> {
    if (!this.#stored.has(item.id)) return Promise.resolve()
    const row = this.#toRow(item, true)
    return this.#enqueue(() => this.#rows.put([row]))
  }

  /** Deletes the row of an item. */
  delete(id: string): Promise<void> {
    if (!this.#stored.delete(id)) return Promise.resolve()
    return this.#enqueue(() => this.#rows.delete([id]))
  }

  #toRow(item: UploadItem, removed: boolean): StoredRow {
    const order = this.#stored.get(item.id)?.order ?? (this.#order += 1)
    this.#stored.set(item.id, { item, order })
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
