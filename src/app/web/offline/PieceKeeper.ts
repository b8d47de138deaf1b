import { newId } from '#ui/newId.ts'
import { now, whenIdle } from '#ui/time.ts'
import { piecesOf, whatItReplaces } from './keptRules.ts'
import type { Entry } from './keptRules.ts'
import { PIECES, cutInPieces, headOf } from './libraryPieces.ts'
import type { Rows } from './libraryPieces.ts'
import type { Shelf } from './Shelf.ts'

type Drop = (all: readonly Entry[]) => readonly string[]

/**
 * Writes a long library in chunks, each while the page is idle, and only the chunks whose rows have changed since this page wrote
 * them. The head is written last. If writing is interrupted, the sync token of the head is older than some chunks, and the
 * changes since then are requested again. Each open page writes its own set of chunks, because it may know less than another
 * page. The head written last decides which set is valid; the other sets are deleted.
 */
export class PieceKeeper {
  readonly #set = newId()
  readonly #written = new Map<string, (readonly unknown[])[]>()

  /** Writes the changed chunks and the head. Stops when `put` resolves to false. */
  async keep(whole: Omit<Entry, 'size'>, library: Rows, drop: Drop, keep: Shelf['keep']): Promise<void> {
    const head = { ...whole, set: this.#set }
    if (!(await this.#keepPieces(head, library, keep))) return
    await this.#keepHead(head, library, drop, keep)
    if (this.#written.has(head.id)) return
    if (await this.#keepPieces(head, library, keep)) await this.#keepHead(head, library, drop, keep)
  }

  /** Forgets which chunks are written, after the store was cleared. */
  forget(): void {
    this.#written.clear()
  }

  async #keepPieces(head: Omit<Entry, 'size'>, library: Rows, keep: Shelf['keep']): Promise<boolean> {
    const written = this.#written.get(head.id) ?? []
    this.#written.set(head.id, written)
    await whenIdle()
    for (const [n, rows] of cutInPieces(library).entries()) {
      if (isSame(rows, written[n])) continue
      await whenIdle()
      const text = JSON.stringify(rows)
      const id = `${piecesOf(head.id, this.#set)}${n}`
      const piece = { ...head, id, list: head.id, usedAt: now(), size: text.length }
      if (!(await keep(piece, text, () => []))) return false
      written[n] = rows
    }
    return true
  }

  async #keepHead(head: Omit<Entry, 'size'>, library: Rows, drop: Drop, keep: Shelf['keep']): Promise<void> {
    await whenIdle()
    const text = headOf(library)
    await keep({ ...head, usedAt: now(), size: text.length }, text, (all) => {
      if (all.filter(({ list, set }) => list === head.id && set === this.#set).length === PIECES)
        return [...whatItReplaces(all, head), ...drop(all)]
      // Another page has written its own chunks in the meantime and deleted the chunks of this page.
      this.#written.delete(head.id)
      return undefined
    })
  }
}

const isSame = (rows: readonly unknown[], was: readonly unknown[] | undefined): boolean =>
  rows.length === was?.length && rows.every((row, n) => row === was[n])
