import { BlobError } from './blobs.ts'
import { checkKey } from './checkKey.ts'
import { MiB } from '#kit/units.ts'
import type { Bytes } from '#kit/units.ts'

/** (B§9) */
const MOST_BYTES: Bytes = 500 * MiB

/** Throws for what no upload may be announced as: RangeError for what no client of ours asks, BlobError 'too-large'. */
export function checkAnnounced({ key, size }: { key: string; size: Bytes }, maxBytes: Bytes = MOST_BYTES): void {
  checkKey(key)
  if (!Number.isSafeInteger(size) || size < 1) throw new RangeError(`an upload of ${size} bytes`)
  if (size > maxBytes) throw new BlobError('too-large', 'This file is larger than the server takes.')
}
