import { BlobError } from '#platform/blobs/blobs.ts'

/** True when something could not be written for lack of space: sound (BlobError 'no-room') or a row (SQLSTATE 53100). */
export const isOutOfSpace = (error: unknown): boolean =>
  error instanceof BlobError ? error.kind === 'no-room' : error instanceof Error && 'code' in error && error.code === '53100'
