import { foldText, wordsOf } from '#kit/foldText.ts'
import type { LibraryRow } from '../contract.ts'

type Rows = readonly LibraryRow[]

/** Returns the recordings whose title contains every word of the query, ignoring case, accents and letter width. */
export function searchTitles(files: Rows, query: string): Rows {
  const words = wordsOf(query)
  if (words.length === 0) return files
  const [found, titles]: [LibraryRow[], string[]] = [[], []]
  foldedTitles(files).forEach((title, n) => {
    const file = files[n]
    if (!file || !hasAll(title, words)) return
    found.push(file)
    titles.push(title)
  })
  foldedLists.set(found, titles)
  return found
}

// A loop, which avoids a closure for each of twenty thousand titles.
function hasAll(title: string, words: readonly string[]): boolean {
  for (const word of words) if (!title.includes(word)) return false
  return true
}

/**
 * The same for a filter while typing: a longer query searches the results of a shorter one. Returns the same list for the same
 * query.
 */
export function titlesFound(files: Rows, asked: string): Rows {
  const query = foldText(asked)
  const known = finds.get(files) ?? new Map<string, Rows>()
  const found = known.get(query) ?? searchTitles(narrowest(files, known, query), query)
  finds.set(files, known.set(query, found))
  if (known.size > FINDS_KEPT) known.delete(known.keys().next().value ?? '')
  return found
}

/** Returns the results of the longest known prefix of the query, which contain all results of the query. Both are folded. */
function narrowest(files: Rows, known: ReadonlyMap<string, Rows>, query: string): Rows {
  for (let end = query.length - 1; end > 0; end--) {
    const found = known.get(query.slice(0, end))
    if (found) return found
  }
  return files
}

/** Number of cached queries per list, so that deleting a letter shows the previous results at once. */
const FINDS_KEPT = 16

const finds = new WeakMap<Rows, Map<string, Rows>>()

/** Folds the titles of a list ahead of a search, to be called while the page is idle. */
export const foldAhead = (files: Rows): void => void foldedTitles(files)

// One cache entry per list: looking up each title of a long list takes as long as searching it.
const foldedLists = new WeakMap<Rows, readonly string[]>()

function foldedTitles(files: Rows): readonly string[] {
  const titles = foldedLists.get(files) ?? files.map(foldedTitle)
  foldedLists.set(files, titles)
  return titles
}

// Folding twenty thousand titles takes longer than a keystroke may take.
const folded = new WeakMap<LibraryRow, string>()

function foldedTitle(file: LibraryRow): string {
  const known = folded.get(file)
  if (known !== undefined) return known
  const title = foldText(file.filename)
  folded.set(file, title)
  return title
}
