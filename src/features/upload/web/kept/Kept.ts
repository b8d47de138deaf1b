import type { Bytes, Millis } from '#kit/units.ts'
import type { OwnPath } from '../hash/hashProtocol.ts'
import type { UploadItem } from '../uploadItem.ts'

/** A stored item. Items are separate for each account and never shown to another one. */
export type KeptRow = {
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
export type RowShelf = {
  /** Returns the rows of all accounts; does not create the database. */
  readonly all: () => Promise<readonly KeptRow[]>
  readonly put: (rows: readonly KeptRow[]) => Promise<void>
  readonly drop: (ids: readonly string[]) => Promise<void>
}

/** The selected file, or the transcoded audio. */
export type Which = 'chosen' | 'small'

/**
 * Stores bytes in the origin private file system, with one folder per account. Without OPFS nothing is found and there is no
 * space.
 */
export type ByteShelf = {
  /** Returns the number of bytes that can still be written. */
  readonly room: () => Promise<Bytes>
  /** For writing in a worker. */
  readonly pathOf: (owner: string, id: string, which: Which) => OwnPath
  /** Creates an empty file to be written through a handle; null when this is not possible. */
  readonly handle: (owner: string, id: string, which: Which) => Promise<FileSystemFileHandle | null>
  readonly read: (owner: string, id: string, which: Which) => Promise<Blob | null>
  readonly drop: (owner: string, id: string, which: Which) => Promise<void>
  /** Deletes everything except the bytes of these items. */
  readonly sweep: (keep: readonly { owner: string; id: string }[]) => Promise<void>
}

export type Shelves = { readonly rows: RowShelf; readonly bytes: ByteShelf }
