import { containsWords, foldForSearch, searchWords, searchableText } from '#shared/foldForSearch.ts'
import { matchRank } from '#shared/normalizeText.ts'
import type { LibraryRow } from '../contract.ts'

type Rows = readonly LibraryRow[]

/** Returns the recordings whose title contains every word of the query, ignoring case, accents and letter width. */
export function searchTitles(files: Rows, query: string): Rows {
  const words = searchWords(query)
  if (words.length === 0) return files
  const [found, titles]: [LibraryRow[], string[]] = [[], []]
  foldedTitles(files).forEach((title, n) => {
    const file = files[n]
    if (!file || !containsWords(title, words)) return
    found.push(file)
    titles.push(title)
  })
  foldedByList.set(found, titles)
  return found
}

/**
 * Returns the `limit` recordings that match the query best; among equal matches those opened or added last come first. `found` is the
 * result of a search for the query.
 */
export function bestMatches(found: Rows, query: string, limit: number): Rows {
  const words = searchWords(query)
  const titles = foldedTitles(found)
  return found
    .map((file, n) => ({ file, rank: matchRank(titles[n]?.split('\n', 1)[0] ?? '', words) }))
    .sort((a, b) => a.rank - b.rank || b.file.opened_time - a.file.opened_time)
    .slice(0, limit)
    .map(({ file }) => file)
}

/**
 * The same for a filter while typing: a longer query searches the results of a shorter one. Returns the same list for the same
 * query.
 */
export function searchTitlesCached(files: Rows, input: string): Rows {
  const query = foldForSearch(input)
  const cached = searchCache.get(files) ?? new Map<string, Rows>()
  const found = cached.get(query) ?? searchTitles(narrowestResult(files, cached, query), query)
  searchCache.set(files, cached.set(query, found))
  if (cached.size > MAX_CACHED_QUERIES) cached.delete(cached.keys().next().value ?? '')
  return found
}

/** Returns the results of the longest known prefix of the query, which contain all results of the query. Both are folded. */
function narrowestResult(files: Rows, cached: ReadonlyMap<string, Rows>, query: string): Rows {
  for (let end = query.length - 1; end > 0; end--) {
    const found = cached.get(query.slice(0, end))
    if (found) return found
  }
  return files
}

/** Number of cached queries per list, so that deleting a letter shows the previous results at once. */
const MAX_CACHED_QUERIES = 16

const searchCache = new WeakMap<Rows, Map<string, Rows>>()

/** Folds the titles of a list ahead of a search, to be called while the page is idle. */
export const prepareTitles = (files: Rows): void => void foldedTitles(files)

// One cache entry per list: looking up each title of a long list takes as long as searching it.
const foldedByList = new WeakMap<Rows, readonly string[]>()

function foldedTitles(files: Rows): readonly string[] {
  const titles = foldedByList.get(files) ?? files.map(foldedTitle)
  foldedByList.set(files, titles)
  return titles
}

// Folding twenty thousand titles takes longer than a keystroke may take.
const foldedByFile = new WeakMap<LibraryRow, string>()

function foldedTitle(file: LibraryRow): string {
  const cached = foldedByFile.get(file)
  if (cached !== undefined) return cached
  const title = searchableText(file.filename)
  foldedByFile.set(file, title)
  return title
}
