import { newestFirst } from '#features/files/rules.ts'
import type { LibraryRow } from '#features/files/contract.ts'

/** The response with the library. All other fields are stored unchanged. */
export type Rows = { readonly files: readonly LibraryRow[] }

/** The number of chunks of a long library. @NOTE Existing data has this number of chunks; change SCHEMA_VERSION with it. */
export const PIECES = 64

/** Splits rows by the end of their random id, so that chunks have similar sizes and a row stays in its chunk. */
export function cutInPieces({ files }: Rows): LibraryRow[][] {
  const pieces = Array.from({ length: PIECES }, (): LibraryRow[] => [])
  for (const row of files) pieces[(Number.parseInt(row.id.slice(-2), 16) >> 2) & (PIECES - 1)]?.push(row)
  return pieces
}

/** Returns the library without its rows as JSON. */
export const headOf = (library: Rows): string => JSON.stringify({ ...library, files: PIECES })

/** Returns the complete library; undefined when chunks are missing. */
export function joinPieces(head: string, pieces: readonly string[]): Rows | undefined {
  const library = JSON.parse(head) as { files: number }
  if (pieces.length !== library.files) return undefined
  return { ...library, files: pieces.flatMap((text) => JSON.parse(text) as LibraryRow[]).sort(newestFirst) }
}
