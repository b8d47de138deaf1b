import { newestFirst } from '#features/files/rules.ts'
import type { LibraryRow } from '#features/files/contract.ts'

/** The response with the library. All other fields are stored unchanged. */
export type LibraryResponse = { readonly files: readonly LibraryRow[] }

/** The number of chunks of a long library. @NOTE Existing data has this number of chunks; change SCHEMA_VERSION with it. */
export const CHUNK_COUNT = 64

/** Splits rows by the end of their random id, so that chunks have similar sizes and a row stays in its chunk. */
export function splitIntoChunks({ files }: LibraryResponse): LibraryRow[][] {
  const chunks = Array.from({ length: CHUNK_COUNT }, (): LibraryRow[] => [])
  for (const row of files) chunks[(Number.parseInt(row.id.slice(-2), 16) >> 2) & (CHUNK_COUNT - 1)]?.push(row)
  return chunks
}

/** Returns the library without its rows as JSON. */
export const serializeHead = (library: LibraryResponse): string => JSON.stringify({ ...library, files: CHUNK_COUNT })

/** Returns the complete library; undefined when chunks are missing. */
export function joinChunks(head: string, chunks: readonly string[]): LibraryResponse | undefined {
  const library = JSON.parse(head) as { files: number }
  if (chunks.length !== library.files) return undefined
  return { ...library, files: chunks.flatMap((text) => JSON.parse(text) as LibraryRow[]).sort(newestFirst) }
}
