import { foldText, wordsOf } from '#kit/foldText.ts'
import type { LibraryRow } from '../contract.ts'

type Rows = readonly LibraryRow[]

/** The recordings whose title has every word of the query, whatever the case, the accents or the width of the letters. */
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

// No function made for each of twenty thousand titles.
function hasAll(title: string, words: readonly string[]): boolean {
  for (const word of words) if (!title.includes(word)) return false
  return true
}

/** The same for a filter as one types it: a longer query is looked for in what the shorter one found. The same list for the same question. */
export function titlesFound(files: Rows, asked: string): Rows {
  const query = foldText(asked)
  const known = finds.get(files) ?? new Map<string, Rows>()
  const found = known.get(query) ?? searchTitles(narrowest(files, known, query), query)
  finds.set(files, known.set(query, found))
  if (known.size > FINDS_KEPT) known.delete(known.keys().next().value ?? '')
  return found
}

/** What was found for the beginning of a query, both folded, holds all that is found for the whole of it. */
function narrowest(files: Rows, known: ReadonlyMap<string, Rows>, query: string): Rows {
  for (let end = query.length - 1; end > 0; end--) {
    const found = known.get(query.slice(0, end))
    if (found) return found
  }
  return files
}

/** Of the queries before: who takes back a letter sees at once what stood there. */
const FINDS_KEPT = 16

const finds = new WeakMap<Rows, Map<string, Rows>>()

/** Makes a list ready to be searched, in time nobody wants for something else. */
export const foldAhead = (files: Rows): void => void foldedTitles(files)

// Asking for each title of a long list one by one takes as long as looking through them.
const foldedLists = new WeakMap<Rows, readonly string[]>()

function foldedTitles(files: Rows): readonly string[] {
  const titles = foldedLists.get(files) ?? files.map(foldedTitle)
  foldedLists.set(files, titles)
  return titles
}

// Folding twenty thousand titles takes longer than one keystroke may.
const folded = new WeakMap<LibraryRow, string>()

function foldedTitle(file: LibraryRow): string {
  const known = folded.get(file)
  if (known !== undefined) return known
  const title = foldText(file.filename)
  folded.set(file, title)
  return title
}
