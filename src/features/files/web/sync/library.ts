import type { LibraryCounts, LibraryRow } from '../../contract.ts'
import { newestFirst, recount } from '../../rules.ts'

/** The library of the user as loaded by this page, in whole or in part. */
export type Library = {
  /** The sync token of this state; `/file/changes` returns what changed after it. */
  readonly syncToken: string
  readonly counts: LibraryCounts
  /** Newest first, including the trash. An unchanged recording stays the same object. */
  readonly files: readonly LibraryRow[]
  /** The cursor of the next page; null when all are loaded. */
  readonly next: string | null
  /** Ids deleted while pages were still being loaded: a page requested before may contain them. */
  readonly gone: readonly string[]
  /** Number of applied change replies; a missing value means zero. */
  readonly changesApplied?: number
}

/** An optimistic change and the state it was based on. */
export type OptimisticChange = {
  readonly library: Pick<Library, 'syncToken' | 'changesApplied'>
  readonly before: ReadonlyMap<string, LibraryRow>
  readonly after: ReadonlyMap<string, LibraryRow | null>
}

type Page = { sync_token: string; counts: LibraryCounts; files: readonly LibraryRow[]; next: string | null }
type Changes = { sync_token: string; counts: LibraryCounts; files: readonly LibraryRow[]; gone: readonly string[] }

export const firstPage = ({ sync_token: syncToken, counts, files, next }: Page): Library => ({
  syncToken,
  counts,
  files: sortNewestFirst(files),
  next,
  gone: [],
})

/** Adds a page. Known recordings stay as they are: they may be newer than the page, which was requested before. */
export function addPage(library: Library, { files, next }: Page): Library {
  const known = new Set([...library.files.map(({ id }) => id), ...library.gone])
  const newRows = files.filter(({ id }) => !known.has(id))
  return { ...library, files: sortNewestFirst([...library.files, ...newRows]), next, gone: next === null ? [] : library.gone }
}

/** Applies what has changed on the server since the sync token of the library. */
export function applyChanges(library: Library, { sync_token: syncToken, counts, files, gone }: Changes): Library {
  const changesApplied = (library.changesApplied ?? 0) + 1
  if (files.length === 0 && gone.length === 0) return { ...library, syncToken, counts, changesApplied }
  const goneIds = new Set(gone)
  const changed = new Map(files.map((file) => [file.id, file]))
  const kept = library.files.flatMap((file) => {
    if (goneIds.has(file.id)) return []
    const next = changed.get(file.id)
    changed.delete(file.id)
    return [next && !isSameRow(file, next) ? next : file]
  })
  return {
    ...library,
    syncToken,
    counts,
    changesApplied,
    files: sortNewestFirst([...kept, ...changed.values()]),
    gone: library.next === null ? [] : [...library.gone, ...gone],
  }
}

/** Returns a reloaded library in which unchanged recordings stay the same objects. */
export function reuseUnchangedRows(before: Library, reloaded: Library): Library {
  const known = new Map(before.files.map((file) => [file.id, file]))
  const files = reloaded.files.map((file) => {
    const previous = known.get(file.id)
    return previous && isSameRow(previous, file) ? previous : file
  })
  return { ...reloaded, files }
}

/** Replaces recordings before the server has replied; `null` removes one. */
export function changeRows(library: Library, next: ReadonlyMap<string, LibraryRow | null>): Library {
  const changes: [LibraryRow | null, LibraryRow | null][] = []
  const known = new Set<string>()
  const kept = library.files.flatMap((file) => {
    const replacement = next.get(file.id)
    if (replacement === undefined) return [file]
    known.add(file.id)
    changes.push([file, replacement])
    return replacement ? [replacement] : []
  })
  const restored = [...next].flatMap(([id, file]) => (file && !known.has(id) ? [file] : []))
  changes.push(...restored.map((file): [null, LibraryRow] => [null, file]))
  return { ...library, files: sortNewestFirst([...kept, ...restored]), counts: recount(library.counts, changes) }
}

/**
 * Reverts an optimistic change and nothing else: later changes stay. The sync token goes back to the state of the change, so that
 * what the server reported about those recordings since is reported again.
 */
export function revertChange(library: Library, { library: base, before, after }: OptimisticChange): Library {
  const shownById = new Map(library.files.map((file) => [file.id, file]))
  const restored = new Map<string, LibraryRow>()
  for (const [id, previous] of before) {
    const [shown, optimistic] = [shownById.get(id), after.get(id)]
    if (optimistic === null && !shown) restored.set(id, previous)
    else if (optimistic && shown) restored.set(id, shown === optimistic ? previous : withoutChange(shown, previous, optimistic))
  }
  const isOlder = (base.changesApplied ?? 0) < (library.changesApplied ?? 0)
  return {
    ...changeRows(library, restored),
    ...(isOlder && { syncToken: base.syncToken, changesApplied: base.changesApplied ?? 0 }),
  }
}

/** Returns the recording with the old values of the optimistic fields that are still shown. */
function withoutChange(shown: LibraryRow, previous: LibraryRow, optimistic: LibraryRow): LibraryRow {
  const names = (Object.keys(previous) as (keyof LibraryRow)[]).filter(
    (name) => !isSameValue(previous[name], optimistic[name]) && isSameValue(shown[name], optimistic[name]),
  )
  return { ...shown, ...Object.fromEntries(names.map((name) => [name, previous[name]])) }
}

/** Sorts newest first. @NOTE The rows are nearly sorted already, which makes this cheap. */
function sortNewestFirst(files: readonly LibraryRow[]): readonly LibraryRow[] {
  return files.toSorted(newestFirst)
}

function isSameRow(a: LibraryRow, b: LibraryRow): boolean {
  for (const key in b) {
    if (!isSameValue(a[key as keyof LibraryRow], b[key as keyof LibraryRow])) return false
  }
  return true
}

const isSameValue = (a: LibraryRow[keyof LibraryRow], b: LibraryRow[keyof LibraryRow]): boolean =>
  a === b || (Array.isArray(a) && Array.isArray(b) && a.join() === b.join())
