import { newestFirst } from '#features/files/rules.ts'
import type { LibraryRow } from '#features/files/contract.ts'

/** A library as it was answered; what else stands in it is kept as it is. */
export type Rows = { readonly files: readonly LibraryRow[] }

/** A long library is kept in so many pieces. @NOTE Other pages have kept as many: another number wants another SHAPE. */
export const PIECES = 64

/** Rows by the end of their id, which is chance: the pieces are alike in size, and a row stays in its piece. */
export function cutInPieces({ files }: Rows): LibraryRow[][] {
  const pieces = Array.from({ length: PIECES }, (): LibraryRow[] => [])
  for (const row of files) pieces[(Number.parseInt(row.id.slice(-2), 16) >> 2) & (PIECES - 1)]?.push(row)
  return pieces
}

/** The library without its rows, as text. */
export const headOf = (library: Rows): string => JSON.stringify({ ...library, files: PIECES })

/** The whole library again; undefined when there are not as many pieces as there were. */
export function joinPieces(head: string, pieces: readonly string[]): Rows | undefined {
  const library = JSON.parse(head) as { files: number }
  if (pieces.length !== library.files) return undefined
  return { ...library, files: pieces.flatMap((text) => JSON.parse(text) as LibraryRow[]).sort(newestFirst) }
}
