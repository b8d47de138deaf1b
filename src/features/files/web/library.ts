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
  /** How often it has been told of changes; nothing said is never. */
  readonly told?: number
}

/** What is shown before the server has answered, and what it was made of. */
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

/** What is known already stays as it is: it may be newer than the page, which was asked for before. */
export function addPage(library: Library, { files, next }: Page): Library {
  const known = new Set([...library.files.map(({ id }) => id), ...library.gone])
  const fresh = files.filter(({ id }) => !known.has(id))
  return { ...library, files: inOrder([...library.files, ...fresh]), next, gone: next === null ? [] : library.gone }
}

/** Takes in what the server says has changed since the library's stamp. */
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

/** A library read anew, in which a recording that has not changed is the very object it was. */
export function keepObjects(before: Library, anew: Library): Library {
  const known = new Map(before.files.map((file) => [file.id, file]))
  const files = anew.files.map((file) => {
    const was = known.get(file.id)
    return was && isSame(was, file) ? was : file
  })
  return { ...anew, files }
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

/**
 * Takes back what was shown and did not come true, and nothing but that: what came meanwhile stays. The stamp goes back to that
 * time, so that what has been told of those recordings since is told once more.
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

/** What of a recording was guessed and is still shown is what it was before. */
function withoutGuess(shown: LibraryRow, was: LibraryRow, guessed: LibraryRow): LibraryRow {
  const names = (Object.keys(was) as (keyof LibraryRow)[]).filter(
    (name) => !isSameValue(was[name], guessed[name]) && isSameValue(shown[name], guessed[name]),
  )
  return { ...shown, ...Object.fromEntries(names.map((name) => [name, was[name]])) }
}

/** Newest first. @NOTE Nearly in order already, which costs a sort next to nothing. */
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
