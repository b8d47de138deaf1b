import { BlobError } from './blobs.ts'

/**
 * Throws BlobError 'forbidden' for a key that could name anything outside our own folder or be read in two ways: keys are
 * parts of lower-case letters, digits, dots, dashes and underscores with single slashes between.
 */
export function checkKey(key: string): void {
  const parts = key.split('/')
  const good =
    /^[a-z0-9/._-]{1,512}$/.test(key) && parts.every((part) => part !== '' && part.length <= 200 && !/^\.{1,2}$/.test(part))
  if (!good) throw new BlobError('forbidden', 'This is not a key of ours.')
}
