import type { Readable } from 'node:stream'
import type { Bytes, Millis } from '#shared/units.ts'
import { MiB } from '#shared/units.ts'

export type Part = { readonly Etag: string; readonly PartNumber: number }
/** A part that has been received, and its size. */
export type StoredPart = Part & { readonly size: Bytes }
export type ByteRange = { readonly start: number; /** inclusive */ readonly end: number }

/** What a link is bound to: a kind and an id, such as `session:…`. Only the feature that registers the kind interprets the id. */
export type LinkBinding = `${string}:${string}`

/** A stored object. `md5` is the MD5 of the stored bytes, in hex. */
export type BlobInfo = { readonly key: string; readonly size: Bytes; readonly md5: string }

export type BlobErrorKind =
  | 'missing'
  | 'no-such-upload'
  | 'part-missing'
  /** The ETag differs from that of the stored part. */
  | 'part-changed'
  | 'part-twice'
  /** The upload has no link with that number. */
  | 'part-extra'
  /** Not in ascending order, or with the ETag of another part. */
  | 'parts-swapped'
  | 'too-few-bytes'
  | 'too-many-bytes'
  /** The upload has been merged from other parts. */
  | 'merged-otherwise'
  /** The store merges only parts of at least 5 MiB, except for the last one. */
  | 'part-too-small'
  | 'too-large'
  | 'no-room'
  | 'expired'
  | 'forbidden'

/** Details about wrong parts of a merge. */
export type PartsErrorDetails = {
  /** The numbers of the wrong or missing parts, at most twenty. */
  readonly part_numbers: readonly number[]
  /** The numbers of the parts that have been received. */
  readonly arrived: readonly number[]
  /** Bytes of those received parts that the request lists. */
  readonly bytes_named: Bytes
  readonly bytes_announced: Bytes
}

export class BlobError extends Error {
  readonly kind: BlobErrorKind
  readonly parts: PartsErrorDetails | undefined
  constructor(kind: BlobErrorKind, message: string, parts?: PartsErrorDetails) {
    super(message)
    this.name = 'BlobError'
    this.kind = kind
    this.parts = parts
  }
}

/**
 * Storage for audio and other files. Acknowledged bytes survive kill -9 at any moment: they are flushed to disk or in the object
 * store. URLs are absolute, signed and need no Authorization (B§4, B§9: parts of 5 MB, up to 3 in parallel).
 */
export type Blobs = {
  /** `key` is created by the server, never by the client. Returns one URL per 5 MiB of `size`. */
  createUpload: (options: { key: string; size: Bytes }) => Promise<{ uploadId: string; partUrls: string[] }>
  /** Returns the received parts in order. Rejects with BlobError 'no-such-upload'. */
  listParts: (options: { key: string; uploadId: string }) => Promise<StoredPart[]>
  /**
   * Returns new links to the parts of an active upload, valid as long as those of createUpload. Rejects with BlobError
   * 'no-such-upload' (merged, cancelled, cleaned up, or of another key).
   */
  partLinks: (options: { key: string; uploadId: string }) => Promise<string[]>
  /**
   * Merges the parts in the given order. Repeating the call after a lost response returns the same result. Wrong parts reject
   * with a specific kind of BlobError, and the upload stays unchanged.
   */
  complete: (options: { key: string; uploadId: string; parts: readonly Part[] }) => Promise<BlobInfo>
  abort: (options: { key: string; uploadId: string }) => Promise<void>
  /**
   * Returns a signed link for reading that is valid for `ttl`, but no longer than `boundTo` is alive. `filename` is the name of
   * the download. With `oggFromAsr`, a stored .asr is served as an Ogg file.
   */
  readUrl: (options: {
    key: string
    ttl: Millis
    boundTo: LinkBinding
    filename: string
    type: string
    download?: boolean
    oggFromAsr?: boolean
  }) => Promise<string>
  /** Registers how to check whether an id of this kind is alive. Links of unregistered kinds are refused. */
  registerLinkKind: (kind: string, isAlive: (id: string) => Promise<boolean>) => void
  /** Returns the keys of all stored objects, in no particular order. Active uploads are not included. */
  listKeys: () => AsyncIterable<string>
  info: (key: string) => Promise<BlobInfo | null>
  open: (key: string, range?: ByteRange) => Promise<Readable>
  /**
   * Stores bytes completely or not at all. For a stream, `maxBytes` is its maximum length: that much disk space is reserved before
   * the first byte is read. Rejects with BlobError 'no-room', or 'too-large' for a longer stream.
   */
  put: { (key: string, bytes: Uint8Array): Promise<BlobInfo>; (key: string, bytes: Readable, maxBytes: Bytes): Promise<BlobInfo> }
  delete: (key: string) => Promise<void>
  /**
   * Deletes everything whose key begins with `prefix` and a slash, including active uploads. Does nothing when there is nothing.
   */
  deleteUnder: (prefix: string) => Promise<void>
  /** Deletes uploads started before `olderThan` ms ago and never completed. Returns how many. */
  cleanUp: (olderThan: Millis) => Promise<number>
  /**
   * Returns how many bytes new uploads may take, after subtracting what active uploads may still take. 1 GiB or 5 % of the disk
   * stays free. An object store has no limit.
   */
  availableBytes: () => Promise<Bytes>
}

/**
 * Throws BlobError 'forbidden' for a key that could name anything outside the data folder or is ambiguous. Keys are segments of
 * lower-case letters, digits, dots, dashes and underscores, separated by single slashes.
 */
export function validateKey(key: string): void {
  const parts = key.split('/')
  const isValid =
    /^[a-z0-9/._-]{1,512}$/.test(key) && parts.every((part) => part !== '' && part.length <= 200 && !/^\.{1,2}$/.test(part))
  if (!isValid) throw new BlobError('forbidden', 'This is not a valid key.')
}

/** The size limit of an upload unless configured (B§9). */
const DEFAULT_MAX_BYTES: Bytes = 500 * MiB

/** Throws when an upload may not be started: RangeError for an impossible size, BlobError 'too-large', 'forbidden' for its key. */
export function validateUpload({ key, size }: { key: string; size: Bytes }, maxBytes: Bytes = DEFAULT_MAX_BYTES): void {
  validateKey(key)
  if (!Number.isSafeInteger(size) || size < 1) throw new RangeError(`an upload of ${size} bytes`)
  if (size > maxBytes) throw new BlobError('too-large', 'This file is too large for this server.')
}
