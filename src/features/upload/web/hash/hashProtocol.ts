import type { Bytes } from '#kit/units.ts'

/** Path of a file in the origin private file system (OPFS). */
export type OwnPath = { readonly folders: readonly string[]; readonly name: string }

/** Request to the worker. `stop` aborts a job; its copy is then incomplete. */
export type HashRequest =
  | { readonly type: 'hash'; readonly job: number; readonly blob: Blob; readonly into: OwnPath | null }
  | { readonly type: 'stop'; readonly job: number }

/** Response of the worker. `copied`: the copy is complete. `failed`: the bytes cannot be read. */
export type HashAnswer =
  | { readonly type: 'hashed'; readonly job: number; readonly md5: string; readonly copied: boolean }
  | { readonly type: 'failed'; readonly job: number; readonly says: string }

/** Bytes per read: large enough to keep the disk busy, small enough to be freed soon. */
export const HASH_SLICE: Bytes = 2 * 1024 * 1024
