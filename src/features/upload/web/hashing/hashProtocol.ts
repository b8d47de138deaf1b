import type { Bytes } from '#shared/units.ts'

/** Path of a file in the origin private file system (OPFS). */
export type OpfsPath = { readonly folders: readonly string[]; readonly name: string }

/** Request to the worker. `stop` aborts a job; its copy is then incomplete. */
export type HashRequest =
  | { readonly type: 'hash'; readonly job: number; readonly blob: Blob; readonly copyTo: OpfsPath | null }
  | { readonly type: 'stop'; readonly job: number }

/** Response of the worker. `copied`: the copy is complete. `failed`: the bytes cannot be read. */
export type HashResponse =
  | { readonly type: 'hashed'; readonly job: number; readonly md5: string; readonly copied: boolean }
  | { readonly type: 'failed'; readonly job: number; readonly message: string }

/** Bytes per read: large enough to keep the disk busy, small enough to be freed soon. */
export const HASH_CHUNK_BYTES: Bytes = 2 * 1024 * 1024
