import { newId } from '#browser/random/random.ts'
import { now, whenIdle } from '#browser/timers/time.ts'
import { getChunkIdPrefix, getObsoleteChunkIds } from './storedEntries.ts'
import type { StoredEntry } from './storedEntries.ts'
import type { OfflineStore } from './OfflineStore.ts'
import { newestFirst } from '#features/files/rules.ts'
import type { LibraryRow } from '#features/files/contract.ts'

type SelectEntriesToDelete = (all: readonly StoredEntry[]) => readonly string[]

/**
 * Writes a long library in chunks, each while the page is idle, and only the chunks whose rows have changed since this page wrote
 * them. The head is written last. If writing is interrupted, the sync token of the head is older than some chunks, and the
 * changes since then are requested again. Each open page writes its own set of chunks, because it may know less than another
 * page. The head written last decides which set is valid; the other sets are deleted.
 */
export class ChunkedLibraryWriter {
  readonly #setId = newId()
  readonly #writtenChunks = new Map<string, (readonly unknown[])[]>()

  /** Writes the changed chunks and the head. Stops when `put` resolves to false. */
  async put(
    entry: Omit<StoredEntry, 'size'>,
    library: LibraryResponse,
    drop: SelectEntriesToDelete,
    put: OfflineStore['put'],
  ): Promise<void> {
    const head = { ...entry, set: this.#setId }
    if (!(await this.#writeChunks(head, library, put))) return
    await this.#writeHead(head, library, drop, put)
    if (this.#writtenChunks.has(head.id)) return
    if (await this.#writeChunks(head, library, put)) await this.#writeHead(head, library, drop, put)
  }

  /** Forgets which chunks are written, after the store was cleared. */
  reset(): void {
    this.#writtenChunks.clear()
  }

  async #writeChunks(head: Omit<StoredEntry, 'size'>, library: LibraryResponse, put: OfflineStore['put']): Promise<boolean> {
    const written = this.#writtenChunks.get(head.id) ?? []
    this.#writtenChunks.set(head.id, written)
    await whenIdle()
    for (const [index, rows] of splitIntoChunks(library).entries()) {
      if (hasSameRows(rows, written[index])) continue
      await whenIdle()
      const text = JSON.stringify(rows)
      const id = `${getChunkIdPrefix(head.id, this.#setId)}${index}`
      const piece = { ...head, id, list: head.id, usedAt: now(), size: text.length }
      if (!(await put(piece, text, () => []))) return false
      written[index] = rows
    }
    return true
  }

  async #writeHead(
    head: Omit<StoredEntry, 'size'>,
    library: LibraryResponse,
    drop: SelectEntriesToDelete,
    put: OfflineStore['put'],
  ): Promise<void> {
    await whenIdle()
    const text = serializeHead(library)
    await put({ ...head, usedAt: now(), size: text.length }, text, (all) => {
      if (all.filter(({ list, set }) => list === head.id && set === this.#setId).length === CHUNK_COUNT)
        return [...getObsoleteChunkIds(all, head), ...drop(all)]
      // Another page has written its own chunks in the meantime and deleted the chunks of this page.
      this.#writtenChunks.delete(head.id)
      return undefined
    })
  }
}

const hasSameRows = (rows: readonly unknown[], previous: readonly unknown[] | undefined): boolean =>
  rows.length === previous?.length && rows.every((row, index) => row === previous[index])

/** The response with the library. All other fields are stored unchanged. */
export type LibraryResponse = { readonly files: readonly LibraryRow[] }

/** The number of chunks of a long library. @NOTE Existing data has this number of chunks; change SCHEMA_VERSION with it. */
export const CHUNK_COUNT = 64

/** Splits rows by the end of their random id, so that chunks have similar sizes and a row stays in its chunk. */
function splitIntoChunks({ files }: LibraryResponse): LibraryRow[][] {
  const chunks = Array.from({ length: CHUNK_COUNT }, (): LibraryRow[] => [])
  for (const row of files) chunks[(Number.parseInt(row.id.slice(-2), 16) >> 2) & (CHUNK_COUNT - 1)]?.push(row)
  return chunks
}

/** Returns the library without its rows as JSON. */
const serializeHead = (library: LibraryResponse): string => JSON.stringify({ ...library, files: CHUNK_COUNT })

/** Returns the complete library; undefined when chunks are missing. */
export function joinChunks(head: string, chunks: readonly string[]): LibraryResponse | undefined {
  const library = JSON.parse(head) as { files: number }
  if (chunks.length !== library.files) return undefined
  return { ...library, files: chunks.flatMap((text) => JSON.parse(text) as LibraryRow[]).sort(newestFirst) }
}
