import { filesContract } from '#features/files/contract.ts'
import type { FileRow, LibraryCounts, LibraryRow } from '#features/files/contract.ts'
import { NO_COUNTS, recount } from '#features/files/rules.ts'
import { on } from './serveInMemory.ts'
import type { Answering } from './serveInMemory.ts'

type Files = readonly (LibraryRow & Partial<FileRow>)[]

/** An in-memory library that returns pages and changes as the contract defines. */
export class LibraryMemory {
  readonly #files: () => Files
  /** The state of the library at each response. A stamp is an index into it. */
  readonly #told: Files[] = []

  constructor(files: () => Files) {
    this.#files = files
  }

  page({ after, limit = 100 }: { after?: string | undefined; limit?: number } = {}) {
    const all = newestFirst(this.#files())
    const begin = after === undefined ? 0 : Number(after)
    const files = all.slice(begin, begin + limit).map(slim)
    return { data: { ...this.#now(), files, next: begin + limit < all.length ? String(begin + limit) : null } }
  }

  changes({ since }: { since: string }) {
    const before = new Map(this.#told[Number(since)]?.map((file) => [file.id, file]))
    const now = this.#files()
    const there = new Set(now.map(({ id }) => id))
    return {
      data: {
        ...this.#now(),
        starts_over: this.#told[Number(since)] === undefined,
        files: now.filter((file) => before.get(file.id) !== file).map(slim),
        gone: [...before.keys()].filter((id) => !there.has(id)),
        more: false,
      },
    }
  }

  #now(): { stamp: string; counts: LibraryCounts } {
    const files = this.#files()
    this.#told.push([...files])
    const counts = recount(
      NO_COUNTS,
      files.map((file) => [null, file]),
    )
    return { stamp: String(this.#told.length - 1), counts }
  }
}

/** The routes that read a library, for `mockServer`. The first is the list of B§7. */
export function readsLibrary(files: () => readonly FileRow[]): Answering[] {
  const memory = new LibraryMemory(files)
  return [
    on(filesContract.simple, () => ({ data_file_total: files().length, data_file_list: [...files()] })),
    on(filesContract.page, ({ query }) => memory.page(query)),
    on(filesContract.changes, ({ query }) => memory.changes(query)),
  ]
}

const newestFirst = (files: Files): Files => files.toSorted((a, b) => b.start_time - a.start_time || (a.id < b.id ? 1 : -1))

function slim(file: Files[number]): LibraryRow {
  const { id, filename, is_trash, trashed_at, filetag_id_list, scene, start_time, edit_time } = file
  const { duration, is_trans, is_summary, ori_ready } = file
  return {
    ...{ id, filename, is_trash, trashed_at, filetag_id_list, scene, start_time, edit_time },
    ...{ duration, is_trans, is_summary, ori_ready },
  }
}
