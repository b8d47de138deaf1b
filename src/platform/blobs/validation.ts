import { BlobError } from './blobs.ts'
import { MiB } from '#shared/units.ts'
import type { Bytes } from '#shared/units.ts'

/**
 * Throws BlobError 'forbidden' for a key that could name anything outside the data folder or is ambiguous. Keys are segments of
 * lower-case letters, digits, dots, dashes and underscores, separated by single slashes.
 */
export function validateKey(key: string): void {
  const parts = key.split('/')
  const isValid =
    /^[a-z0-9/._-]{1,512}$/.test(key) && parts.every((part) => part !== '' && part.length <= 200 && !/^\.{1,2}$/.test(part))
  if (!isValid) throw new BlobError('forbidden', 'This is not a key of ours.')
}

/** (B§9) */
const DEFAULT_MAX_BYTES: Bytes = 500 * MiB

/**
 * Throws when an upload may not be started: RangeError for a size that no client of ours sends, BlobError 'too-large',
 * 'forbidden' for its key.
 */
export function validateUpload({ key, size }: { key: string; size: Bytes }, maxBytes: Bytes = DEFAULT_MAX_BYTES): void {
  validateKey(key)
  if (!Number.isSafeInteger(size) || size < 1) throw new RangeError(`an upload of ${size} bytes`)
  if (size > maxBytes) throw new BlobError('too-large', 'This file is larger than the server takes.')
}
