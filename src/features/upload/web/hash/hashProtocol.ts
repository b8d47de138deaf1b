import type { Bytes } from '#kit/units.ts'

/** Where a copy goes while bytes are read: a file of this origin's own disk (OPFS), by its folders and its name. */
export type OwnPath = { readonly folders: readonly string[]; readonly name: string }

/** What the page asks of the worker. `stop` ends one that is under way; what it has copied is worthless then. */
export type HashRequest =
  | { readonly type: 'hash'; readonly job: number; readonly blob: Blob; readonly into: OwnPath | null }
  | { readonly type: 'stop'; readonly job: number }

/** `copied`: all of it stands where it was to go. `failed`: the bytes cannot be read any more. */
export type HashAnswer =
  | { readonly type: 'hashed'; readonly job: number; readonly md5: string; readonly copied: boolean }
  | { readonly type: 'failed'; readonly job: number; readonly says: string }

/** Read at once: enough to keep the disk busy, little enough to be let go of soon. */
export const HASH_SLICE: Bytes = 2 * 1024 * 1024
