import { type Bytes, MiB } from '#shared/units.ts'

/** Enough for three libraries of 2,000 one-hour recordings with vectors of 1,024 dimensions. */
const MAX_BYTES: Bytes = 64 * MiB

/** A version of the sign bits of a recording. */
export type SignVersion = { readonly file_id: string; readonly version: string }

/**
 * An LRU cache for the sign bits of recordings, limited by size. Reading them from the database takes most of the time of a search,
 * and they rarely change.
 */
export class SignCache {
  readonly #rows = new Map<string, { version: string; words: Uint32Array }>()
  readonly #maxBytes: Bytes
  #bytes: Bytes = 0

  constructor(maxBytes: Bytes = MAX_BYTES) {
    this.#maxBytes = maxBytes
  }

  /** Returns the sign bits of this version of a recording, or undefined. */
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
