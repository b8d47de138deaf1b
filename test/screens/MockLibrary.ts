import { LibraryRow, filesContract } from '#features/files/contract.ts'
import type { FileRow, LibraryCounts } from '#features/files/contract.ts'
import { NO_COUNTS, recount } from '#features/files/rules.ts'
import { handle } from './mockServer.ts'
import type { RouteHandler } from './mockServer.ts'

type MockFiles = readonly (LibraryRow & Partial<FileRow>)[]

/** An in-memory library that returns pages and changes as the contract defines. */
export class MockLibrary {
  readonly #files: () => MockFiles
  /** The state of the library at each response. A sync token is an index into it. */
  readonly #snapshots: MockFiles[] = []

  constructor(files: () => MockFiles) {
    this.#files = files
  }

  page({ after, limit = 100 }: { after?: string | undefined; limit?: number } = {}) {
    const all = newestFirst(this.#files())
    const start = after === undefined ? 0 : Number(after)
    const files = all.slice(start, start + limit).map(toLibraryRow)
    return { data: { ...this.#state(), files, next: start + limit < all.length ? String(start + limit) : null } }
  }

  changes({ since }: { since: string }) {
    const previousById = new Map(this.#snapshots[Number(since)]?.map((file) => [file.id, file]))
    const current = this.#files()
    const currentIds = new Set(current.map(({ id }) => id))
    return {
      data: {
        ...this.#state(),
        starts_over: this.#snapshots[Number(since)] === undefined,
        files: current.filter((file) => previousById.get(file.id) !== file).map(toLibraryRow),
        gone: [...previousById.keys()].filter((id) => !currentIds.has(id)),
        more: false,
      },
    }
  }

  #state(): { sync_token: string; counts: LibraryCounts } {
    const files = this.#files()
    this.#snapshots.push([...files])
    const counts = recount(
      NO_COUNTS,
      files.map((file) => [null, file]),
    )
    return { sync_token: String(this.#snapshots.length - 1), counts }
  }
}

/** The routes that read a library, for `mockServer`. The first one is the list of B§7. */
export function libraryHandlers(files: () => readonly FileRow[]): RouteHandler[] {
  const library = new MockLibrary(files)
  return [
    handle(filesContract.simple, () => ({ data_file_total: files().length, data_file_list: [...files()] })),
    handle(filesContract.page, ({ query }) => library.page(query)),
    handle(filesContract.changes, ({ query }) => library.changes(query)),
  ]
}

const newestFirst = (files: MockFiles): MockFiles =>
  files.toSorted((a, b) => b.start_time - a.start_time || (a.id < b.id ? 1 : -1))

/** Returns only the fields of a library row. */
const toLibraryRow = (file: MockFiles[number]): LibraryRow => LibraryRow.parse(file)
