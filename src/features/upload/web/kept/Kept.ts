import type { Bytes, Millis } from '#kit/units.ts'
import type { OwnPath } from '../hash/hashProtocol.ts'
import type { UploadItem } from '../uploadItem.ts'

/** An item as it is kept in this browser, under its account: what one account left is never shown to another. */
export type KeptRow = {
  readonly id: string
  readonly owner: string
  /** Its place in the queue. */
  readonly order: number
  /** When it was last written. */
  readonly at: Millis
  /** Its owner has taken it out: it goes as soon as that can no longer be undone. */
  readonly removed: boolean
  readonly item: UploadItem
}

/** Rows of the queue. Each call is one step: all of it or nothing. Calls reject where the browser keeps nothing. */
export type RowShelf = {
  /** Of all accounts; empty, and nothing is made, where nothing was ever kept. */
  readonly all: () => Promise<readonly KeptRow[]>
  readonly put: (rows: readonly KeptRow[]) => Promise<void>
  readonly drop: (ids: readonly string[]) => Promise<void>
}

/** The bytes as chosen, and the small sound made of them. */
export type Which = 'chosen' | 'small'

/** Bytes on this origin's own disk, apart for each account. Where there is none, nothing is found and there is no room. */
export type ByteShelf = {
  /** What may still be written. */
  readonly room: () => Promise<Bytes>
  /** For whoever writes it in a worker. */
  readonly pathOf: (owner: string, id: string, which: Which) => OwnPath
  /** A new, empty file, for whoever writes it through a handle; null where there is none to be had. */
  readonly handle: (owner: string, id: string, which: Which) => Promise<FileSystemFileHandle | null>
  readonly read: (owner: string, id: string, which: Which) => Promise<Blob | null>
  readonly drop: (owner: string, id: string, which: Which) => Promise<void>
  /** Whatever belongs to none of these goes. */
  readonly sweep: (keep: readonly { owner: string; id: string }[]) => Promise<void>
}

export type Shelves = { readonly rows: RowShelf; readonly bytes: ByteShelf }
