import { newId } from '#ui/newId.ts'
import { now, whenIdle } from '#ui/time.ts'
import { piecesOf, whatItReplaces } from './keptRules.ts'
import type { Entry } from './keptRules.ts'
import { PIECES, cutInPieces, headOf } from './libraryPieces.ts'
import type { Rows } from './libraryPieces.ts'
import type { Shelf } from './Shelf.ts'

type Drop = (all: readonly Entry[]) => readonly string[]

/**
 * Writes a long library piece by piece, each when the page rests, and of the pieces only those whose rows have changed since
 * this page wrote them. The head comes last: broken off in between, its stamp is older than some pieces, and what changed since
 * then is asked for again. Of two open pages each has pieces of its own, as the one may know less than the other: whose head is
 * written last, their pieces count, and the others go.
 */
export class PieceKeeper {
  readonly #set = newId()
  readonly #written = new Map<string, (readonly unknown[])[]>()

  /** `keep` answers false when there is to be no more of it. */
  async keep(whole: Omit<Entry, 'size'>, library: Rows, drop: Drop, keep: Shelf['keep']): Promise<void> {
    const head = { ...whole, set: this.#set }
    if (!(await this.#keepPieces(head, library, keep))) return
    await this.#keepHead(head, library, drop, keep)
    if (this.#written.has(head.id)) return
    if (await this.#keepPieces(head, library, keep)) await this.#keepHead(head, library, drop, keep)
  }

  /** Nothing is there any more. */
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
      // Another page has written its own meanwhile, and ours are gone.
      this.#written.delete(head.id)
      return undefined
    })
  }
}

const isSame = (rows: readonly unknown[], was: readonly unknown[] | undefined): boolean =>
  rows.length === was?.length && rows.every((row, n) => row === was[n])
