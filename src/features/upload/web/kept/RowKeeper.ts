import { days } from '#kit/units.ts'
import { now } from '#ui/time.ts'
import type { UploadItem } from '../uploadItem.ts'
import type { KeptRow, RowShelf, Shelves } from './Kept.ts'

/** Items not touched for this long are deleted, whatever their account. */
const KEPT_FOR = days(14)

/**
 * Stores the items of one account when they change, one write after another. Items that cannot be stored are lost with the page,
 * as the warning before leaving says.
 */
export class RowKeeper {
  readonly #rows: RowShelf
  readonly #owner: string
  /** The last stored item and its position, by id. */
  readonly #written = new Map<string, { item: UploadItem; order: number }>()
  #last: Promise<unknown> = Promise.resolve()
  #order = 0

  constructor(rows: RowShelf, owner: string) {
    this.#rows = rows
    this.#owner = owner
  }

  /** Returns the stored items of this account in order. `gone` are removed items whose deletion was not finished. */
  async take({ bytes }: Shelves): Promise<{ items: UploadItem[]; gone: UploadItem[] }> {
    const all = await this.#rows.all()
    const isOld = (row: KeptRow): boolean => now() - row.at > KEPT_FOR
    const stays = all.filter((row) => !isOld(row) && !(row.owner === this.#owner && row.removed))
    if (all.length > stays.length) await this.#rows.drop(all.filter((row) => !stays.includes(row)).map(({ id }) => id))
    await bytes.sweep(stays).catch(() => {})
    const mine = stays.filter(({ owner }) => owner === this.#owner).toSorted((a, b) => a.order - b.order)
    for (const { id, item, order } of mine) this.#written.set(id, { item, order })
    this.#order = Math.max(0, ...mine.map(({ order }) => order))
    return { items: mine.map(({ item }) => item), gone: all.filter((row) => row.removed && !isOld(row)).flatMap(this.#mine) }
  }

  readonly #mine = ({ owner, item }: KeptRow): UploadItem[] => (owner === this.#owner ? [item] : [])

  /** Stores the changed items. Resolves when they are written. */
  write(items: readonly UploadItem[]): Promise<void> {
    const changed = items.filter((item) => isWorthKeeping(item) && this.#written.get(item.id)?.item !== item)
    const over = items.filter((item) => !isWorthKeeping(item) && this.#written.has(item.id)).map(({ id }) => id)
    const rows = changed.map((item) => this.#row(item, false))
    if (rows.length === 0 && over.length === 0) return this.#inTurn(async () => {})
    for (const id of over) this.#written.delete(id)
    return this.#inTurn(async () => {
      if (rows.length > 0) await this.#rows.put(rows)
      if (over.length > 0) await this.#rows.drop(over)
    })
  }

  /** Marks an item as removed, so that it does not return with the next page even though it can still be restored. */
  takeOut(item: UploadItem): Promise<void> {
    if (!this.#written.has(item.id)) return Promise.resolve()
    const row = this.#row(item, true)
    return this.#inTurn(() => this.#rows.put([row]))
  }

  /** Deletes the row of an item. */
  drop(id: string): Promise<void> {
    if (!this.#written.delete(id)) return Promise.resolve()
    return this.#inTurn(() => this.#rows.drop([id]))
  }

  #row(item: UploadItem, removed: boolean): KeptRow {
    const order = this.#written.get(item.id)?.order ?? (this.#order += 1)
    this.#written.set(item.id, { item, order })
    return { id: item.id, owner: this.#owner, order, at: now(), removed, item }
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work).catch(() => {})
    return this.#last as Promise<void>
  }
}

/** Finished items are in the library, and items refused immediately cannot be continued. */
function isWorthKeeping({ status, reason, sourceMd5 }: UploadItem): boolean {
  if (status === 'completed' || status === 'tooLarge') return false
  return !(sourceMd5 === null && (reason === 'notSound' || reason === 'empty'))
}
