import type { LibraryCounts, LibraryRow } from '../contract.ts'
import { newestFirst, recount } from '../rules.ts'

/** The whole library of the user as this page knows it, or as much of it as has been read. */
export type Library = {
  /** What the server knew when this was read; `/file/changes` tells what came after. */
  readonly stamp: string
  readonly counts: LibraryCounts
  /** Newest first, the trash included. A recording that has not changed is the very object it was before. */
  readonly files: readonly LibraryRow[]
  /** Where the next page begins; null when all have been read. */
  readonly next: string | null
  /** Deleted while pages were still being read: a page asked for before that may bring them once more. */
  readonly gone: readonly string[]
}

type Page = { stamp: string; counts: LibraryCounts; files: readonly LibraryRow[]; next: string | null }
type Changes = { stamp: string; counts: LibraryCounts; files: readonly LibraryRow[]; gone: readonly string[] }

export const firstPage = ({ stamp, counts, files, next }: Page): Library => ({
  stamp,
  counts,
  files: inOrder(files),
  next,
  gone: [],
})

/** What is known already stays as it is: it may be newer than the page, which was asked for before. */
export function addPage(library: Library, { files, next }: Page): Library {
  const known = new Set([...library.files.map(({ id }) => id), ...library.gone])
  const fresh = files.filter(({ id }) => !known.has(id))
  return { ...library, files: inOrder([...library.files, ...fresh]), next, gone: next === null ? [] : library.gone }
}

/** Takes in what the server says has changed since the library's stamp. */
export function applyChanges(library: Library, { stamp, counts, files, gone }: Changes): Library {
  if (files.length === 0 && gone.length === 0) return { ...library, stamp, counts }
  const out = new Set(gone)
  const changed = new Map(files.map((file) => [file.id, file]))
  const kept = library.files.flatMap((file) => {
    if (out.has(file.id)) return []
    const next = changed.get(file.id)
    changed.delete(file.id)
    return [next && !isSame(file, next) ? next : file]
  })
  return {
    ...library,
    stamp,
    counts,
    files: inOrder([...kept, ...changed.values()]),
    gone: library.next === null ? [] : [...library.gone, ...gone],
  }
}

/** Shows recordings as they will be, before the server has answered; `null` takes one out. */
export function changeRows(library: Library, next: ReadonlyMap<string, LibraryRow | null>): Library {
  const moved: [LibraryRow | null, LibraryRow | null][] = []
  const known = new Set<string>()
  const kept = library.files.flatMap((file) => {
    const to = next.get(file.id)
    if (to === undefined) return [file]
    known.add(file.id)
    moved.push([file, to])
    return to ? [to] : []
  })
  const back = [...next].flatMap(([id, file]) => (file && !known.has(id) ? [file] : []))
  moved.push(...back.map((file): [null, LibraryRow] => [null, file]))
  return { ...library, files: inOrder([...kept, ...back]), counts: recount(library.counts, moved) }
}

/** Newest first. @NOTE Nearly in order already, which costs a sort next to nothing. */
function inOrder(files: readonly LibraryRow[]): readonly LibraryRow[] {
  return files.toSorted(newestFirst)
}

function isSame(a: LibraryRow, b: LibraryRow): boolean {
  for (const key in b) {
    const [one, other] = [a[key as keyof LibraryRow], b[key as keyof LibraryRow]]
    if (one !== other && !(Array.isArray(one) && Array.isArray(other) && one.join() === other.join())) return false
  }
  return true
}
