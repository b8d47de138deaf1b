import { foldText, wordsOf } from '#kit/foldText.ts'
import type { LibraryRow } from '../contract.ts'

/** The recordings whose title has every word of the query, whatever the case, the accents or the width of the letters. */
export function searchTitles(files: readonly LibraryRow[], query: string): readonly LibraryRow[] {
  const words = wordsOf(query)
  if (words.length === 0) return files
  return files.filter((file) => {
    const title = foldedTitle(file)
    return words.every((word) => title.includes(word))
  })
}

/** Makes titles ready to be searched, in time nobody wants for something else. */
export function foldAhead(files: readonly LibraryRow[]): void {
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
