import type { Readable } from 'node:stream'
import type { Bytes, Millis } from '#kit/units.ts'

export type Part = { readonly Etag: string; readonly PartNumber: number }
/** A part that has arrived, and how many bytes it has. */
export type StoredPart = Part & { readonly size: Bytes }
export type ByteRange = { readonly start: number; /** inclusive */ readonly end: number }

/** The kind of what a link is bound to, and its id: `session:…`. Only the feature of that kind reads the id. */
export type LinkBinding = `${string}:${string}`

/** What is stored under a key. `md5` is of the bytes served, in hex. */
export type BlobInfo = { readonly key: string; readonly size: Bytes; readonly md5: string }

export type BlobErrorKind =
  | 'missing'
  | 'no-such-upload'
  | 'part-missing'
  /** The part that lies there is not the one with this etag. */
  | 'part-changed'
  | 'part-twice'
  /** No link of this upload has that number. */
  | 'part-extra'
  /** Not in rising order, or with each other's etags. */
  | 'parts-swapped'
  | 'too-few-bytes'
  | 'too-many-bytes'
  /** The upload has been put together from other parts than these. */
  | 'merged-otherwise'
  /** The store puts together only parts of 5 MiB and more, the last one excepted. */
  | 'part-too-small'
  | 'too-large'
  | 'no-room'
  | 'expired'
  | 'forbidden'

/** What is wrong with the parts that a merge names. */
export type PartsTrouble = {
  /** The numbers of the parts that are wrong or not there, the first twenty of them. */
  readonly part_numbers: readonly number[]
  /** The numbers of the parts that have arrived. */
  readonly arrived: readonly number[]
  /** Bytes in the parts that were named and have arrived. */
  readonly bytes_named: Bytes
  readonly bytes_announced: Bytes
}

export class BlobError extends Error {
  readonly kind: BlobErrorKind
  readonly parts: PartsTrouble | undefined
  constructor(kind: BlobErrorKind, says: string, parts?: PartsTrouble) {
    super(says)
    this.name = 'BlobError'
    this.kind = kind
    this.parts = parts
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
  /**
   * Puts the parts together in the order named. Asking again after a lost answer succeeds with the same result. What is wrong with
   * the parts is a kind of BlobError of its own, and the upload stays as it is.
   */
  complete: (o: { key: string; uploadId: string; parts: readonly Part[] }) => Promise<BlobInfo>
  abort: (o: { key: string; uploadId: string }) => Promise<void>
  /**
   * Signed link for reading, valid for `ttl` and no longer than `boundTo` is alive, offered under `filename`. `oggFromAsr`: a
   * stored .asr is served as an Ogg.
   */
  readUrl: (o: {
    key: string
    ttl: Millis
    boundTo: LinkBinding
    filename: string
    type: string
    download?: boolean
    oggFromAsr?: boolean
  }) => Promise<string>
  /** Says for one kind of binding how to find out whether an id is alive; links of a kind that nobody has named are refused. */
  bindLinks: (kind: string, isAlive: (id: string) => Promise<boolean>) => void
  info: (key: string) => Promise<BlobInfo | null>
  open: (key: string, range?: ByteRange) => Promise<Readable>
  /**
   * Stores bytes whole or not at all. Of a stream `most` says how long it may be: so much is kept free on the disk before the
   * first byte is read. Rejects with BlobError 'no-room', or 'too-large' for a longer stream.
   */
  put: { (key: string, bytes: Uint8Array): Promise<BlobInfo>; (key: string, bytes: Readable, most: Bytes): Promise<BlobInfo> }
  delete: (key: string) => Promise<void>
  /** Removes everything whose key begins with `prefix` and a slash, uploads under way too. Nothing there is no error. */
  deleteUnder: (prefix: string) => Promise<void>
  /** Removes uploads begun before `olderThan` ms ago and never completed; answers how many. */
  sweep: (olderThan: Millis) => Promise<number>
  /** Bytes that uploads may still take, less what those under way may become (1 GiB or 5 % stays free; a store says nothing of its room). */
  room: () => Promise<Bytes>
}
