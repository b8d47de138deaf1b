import type { LibraryCounts, LibraryRow } from '../contract.ts'
import { newestFirst, recount } from '../rules.ts'

/** The library of the user as loaded by this page, in whole or in part. */
export type Library = {
  /** The sync token of this state; `/file/changes` returns what changed after it. */
  readonly stamp: string
  readonly counts: LibraryCounts
  /** Newest first, including the trash. An unchanged recording stays the same object. */
  readonly files: readonly LibraryRow[]
  /** The cursor of the next page; null when all are loaded. */
  readonly next: string | null
  /** Ids deleted while pages were still being loaded: a page requested before may contain them. */
  readonly gone: readonly string[]
  /** Number of applied change replies; a missing value means zero. */
  readonly told?: number
}

/** An optimistic change and the state it was based on. */
export type Guess = {
  readonly library: Pick<Library, 'stamp' | 'told'>
  readonly before: ReadonlyMap<string, LibraryRow>
  readonly after: ReadonlyMap<string, LibraryRow | null>
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

/** Adds a page. Known recordings stay as they are: they may be newer than the page, which was requested before. */
export function addPage(library: Library, { files, next }: Page): Library {
  const known = new Set([...library.files.map(({ id }) => id), ...library.gone])
  const fresh = files.filter(({ id }) => !known.has(id))
  return { ...library, files: inOrder([...library.files, ...fresh]), next, gone: next === null ? [] : library.gone }
}

/** Applies what has changed on the server since the sync token of the library. */
export function applyChanges(library: Library, { stamp, counts, files, gone }: Changes): Library {
  const told = (library.told ?? 0) + 1
  if (files.length === 0 && gone.length === 0) return { ...library, stamp, counts, told }
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
    told,
    files: inOrder([...kept, ...changed.values()]),
    gone: library.next === null ? [] : [...library.gone, ...gone],
  }
}

/** Returns a reloaded library in which unchanged recordings stay the same objects. */
export function keepObjects(before: Library, anew: Library): Library {
  const known = new Map(before.files.map((file) => [file.id, file]))
  const files = anew.files.map((file) => {
    const was = known.get(file.id)
    return was && isSame(was, file) ? was : file
  })
  return { ...anew, files }
}

/** Replaces recordings before the server has replied; `null` removes one. */
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

/**
 * Reverts an optimistic change and nothing else: later changes stay. The sync token goes back to the state of the change, so that
 * what the server reported about those recordings since is reported again.
 */
export function takeBack(library: Library, { library: then, before, after }: Guess): Library {
  const here = new Map(library.files.map((file) => [file.id, file]))
  const back = new Map<string, LibraryRow>()
  for (const [id, was] of before) {
    const [shown, guessed] = [here.get(id), after.get(id)]
    if (guessed === null && !shown) back.set(id, was)
    else if (guessed && shown) back.set(id, shown === guessed ? was : withoutGuess(shown, was, guessed))
  }
  const isOlder = (then.told ?? 0) < (library.told ?? 0)
  return { ...changeRows(library, back), ...(isOlder && { stamp: then.stamp, told: then.told ?? 0 }) }
}

/** Returns the recording with the old values of the optimistic fields that are still shown. */
function withoutGuess(shown: LibraryRow, was: LibraryRow, guessed: LibraryRow): LibraryRow {
  const names = (Object.keys(was) as (keyof LibraryRow)[]).filter(
    (name) => !isSameValue(was[name], guessed[name]) && isSameValue(shown[name], guessed[name]),
  )
  return { ...shown, ...Object.fromEntries(names.map((name) => [name, was[name]])) }
}

/** Sorts newest first. @NOTE The rows are nearly sorted already, which makes this cheap. */
function inOrder(files: readonly LibraryRow[]): readonly LibraryRow[] {
  return files.toSorted(newestFirst)
}

function isSame(a: LibraryRow, b: LibraryRow): boolean {
  for (const key in b) {
    if (!isSameValue(a[key as keyof LibraryRow], b[key as keyof LibraryRow])) return false
  }
  return true
}

const isSameValue = (one: LibraryRow[keyof LibraryRow], other: LibraryRow[keyof LibraryRow]): boolean =>
  one === other || (Array.isArray(one) && Array.isArray(other) && one.join() === other.join())
