import { type Bytes, MiB } from '#shared/units.ts'

/** Those of three libraries of 2,000 recordings of an hour, with vectors of 1,024 dimensions. */
const MAX_BYTES: Bytes = 64 * MiB

/** A version of the signs of a recording. */
export type SignVersion = { readonly file_id: string; readonly version: string }

/**
 * The signs that searches of this process have read, by recording, up to a number of bytes: those used longest ago are dropped first.
 * Reading them from the database takes most of the time of a search, and they seldom change.
 */
export class SignCache {
  readonly #rows = new Map<string, { version: string; words: Uint32Array }>()
  readonly #maxBytes: Bytes
  #bytes: Bytes = 0

  constructor(maxBytes: Bytes = MAX_BYTES) {
    this.#maxBytes = maxBytes
  }

  /** Returns the signs of this version of a recording, or undefined. */
  get({ file_id, version }: SignVersion): Uint32Array | undefined {
    const row = this.#rows.get(file_id)
    if (row?.version !== version) return undefined
    this.#rows.delete(file_id)
    this.#rows.set(file_id, row)
    return row.words
  }

  set({ file_id, version }: SignVersion, words: Uint32Array): void {
    this.#delete(file_id)
    this.#rows.set(file_id, { version, words })
    this.#bytes += words.byteLength
    for (const oldest of this.#rows.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#delete(oldest)
    }
  }

  #delete(fileId: string): void {
    this.#bytes -= this.#rows.get(fileId)?.words.byteLength ?? 0
    this.#rows.delete(fileId)
  }
}
