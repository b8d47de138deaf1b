import type { Readable } from 'node:stream'
import type { Bytes, Millis } from '#kit/units.ts'

export type Part = { readonly Etag: string; readonly PartNumber: number }
/** A part that has arrived, and how many bytes it has. */
export type StoredPart = Part & { readonly size: Bytes }
export type ByteRange = { readonly start: number; /** inclusive */ readonly end: number }

/** What is stored under a key. `md5` is of the bytes served, in hex. */
export type BlobInfo = { readonly key: string; readonly size: Bytes; readonly md5: string }

export type BlobErrorKind =
  | 'missing'
  | 'no-such-upload'
  | 'part-missing'
  | 'part-changed'
  /** The store puts together only parts of 5 MiB and more, the last one excepted. */
  | 'part-too-small'
  | 'too-large'
  | 'no-room'
  | 'expired'
  | 'forbidden'

export class BlobError extends Error {
  readonly kind: BlobErrorKind
  constructor(kind: BlobErrorKind, says: string) {
    super(says)
    this.name = 'BlobError'
    this.kind = kind
  }
}

/**
 * Where sound lies. Bytes acknowledged survive kill -9 at any moment: they lie on the disk, flushed, or in the object store.
 * URLs are absolute, signed and need no Authorization (B§4, B§9: parts of 5 MB, up to 3 in parallel).
 */
export type Blobs = {
  /** `key` is ours, never the client's. One URL per 5 MiB of `size`. */
  createUpload: (o: { key: string; size: Bytes }) => Promise<{ uploadId: string; partUrls: string[] }>
  /** The parts that have arrived, in their order. Rejects with BlobError 'no-such-upload'. */
  listParts: (o: { key: string; uploadId: string }) => Promise<StoredPart[]>
  /**
   * New links to the parts of an upload under way, as createUpload gave them, each valid as long again. Rejects with BlobError
   * 'no-such-upload' (merged, given up, swept, or another key's).
   */
  partLinks: (o: { key: string; uploadId: string }) => Promise<string[]>
  /** Puts the parts together in the order named. Asking again after a lost answer succeeds with the same result. */
  complete: (o: { key: string; uploadId: string; parts: readonly Part[] }) => Promise<BlobInfo>
  abort: (o: { key: string; uploadId: string }) => Promise<void>
  /** Signed link for reading, valid for `ttl`, offered under `filename`. `oggFromAsr`: a stored .asr is served as an Ogg. */
  readUrl: (o: {
    key: string
    ttl: Millis
    filename: string
    type: string
    download?: boolean
    oggFromAsr?: boolean
  }) => Promise<string>
  info: (key: string) => Promise<BlobInfo | null>
  open: (key: string, range?: ByteRange) => Promise<Readable>
  put: (key: string, bytes: Readable | Uint8Array) => Promise<BlobInfo>
  delete: (key: string) => Promise<void>
  /** Removes everything whose key begins with `prefix` and a slash, uploads under way too. Nothing there is no error. */
  deleteUnder: (prefix: string) => Promise<void>
  /** Removes uploads begun before `olderThan` ms ago and never completed; answers how many. */
  sweep: (olderThan: Millis) => Promise<number>
  /** Bytes that may still be written before uploads are refused (under 1 GB or 5 % free counts as none; a store says nothing of its room). */
  room: () => Promise<Bytes>
}
