import type { Bytes, Millis } from '#shared/units.ts'
import type { OpfsPath } from '../hashing/hashProtocol.ts'
import type { UploadItem } from '../queue/uploadItem.ts'

/** A stored item. Items are separate for each account and never shown to another one. */
export type StoredRow = {
  readonly id: string
  readonly owner: string
  /** Position in the queue. */
  readonly order: number
  /** When it was last written. */
  readonly at: Millis
  /** Removed by the user; deleted as soon as this can no longer be undone. */
  readonly removed: boolean
  readonly item: UploadItem
}

/** Stores the items of the queue. Each call is atomic, and rejects where the browser stores nothing. */
export type RowStore = {
  /** Returns the rows of all accounts; does not create the database. */
  readonly all: () => Promise<readonly StoredRow[]>
  readonly put: (rows: readonly StoredRow[]) => Promise<void>
  readonly delete: (ids: readonly string[]) => Promise<void>
}

/** The selected file, the transcoded audio, or imported texts as JSON. */
export const BYTES_KINDS = ['chosen', 'small', 'texts'] as const
export type BytesKind = (typeof BYTES_KINDS)[number]

/**
 * Stores the bytes of one account in the origin private file system. Without OPFS, and without an account, nothing is found and
 * there is no space.
 */
export type ByteStore = {
  /** Returns the number of bytes that can still be written. */
  readonly freeSpace: () => Promise<Bytes>
  /** For writing in a worker. */
  readonly filePath: (id: string, kind: BytesKind) => OpfsPath
  /** Creates an empty file to be written through a handle; null when this is not possible. */
  readonly createFile: (id: string, kind: BytesKind) => Promise<FileSystemFileHandle | null>
  readonly read: (id: string, kind: BytesKind) => Promise<Blob | null>
  readonly delete: (id: string, kind: BytesKind) => Promise<void>
}

export type UploadStorage = {
  readonly rows: RowStore
  readonly bytesOf: (owner: string) => ByteStore
  /** Deletes all bytes, of all accounts, except those of these items. */
  readonly deleteBytesExcept: (keep: readonly { owner: string; id: string }[]) => Promise<void>
}
