import { foldText, wordsOf } from '#kit/foldText.ts'
import type { LibraryRow } from '../contract.ts'

type Rows = readonly LibraryRow[]

/** The recordings whose title has every word of the query, whatever the case, the accents or the width of the letters. */
export function searchTitles(files: Rows, query: string): Rows {
  const words = wordsOf(query)
  if (words.length === 0) return files
  return files.filter((file) => {
    const title = foldedTitle(file)
    return words.every((word) => title.includes(word))
  })
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

/** Makes titles ready to be searched, in time nobody wants for something else. */
export function foldAhead(files: Rows): void {
  for (const file of files) foldedTitle(file)
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
