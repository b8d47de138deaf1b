import type { Bytes } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { type StorageUse, lockStorage, readStorage } from './storeStorage.ts'

/** Thrown in a transaction that would exceed the storage limit of the account; the transaction rolls back. */
export class AccountFull extends Error {}

/** Returns whether this many more bytes fit into the account. Called before work that would otherwise be wasted. */
export async function fitsStorage(ground: Ground, userId: string, bytes: Bytes): Promise<boolean> {
  const limit = ground.config.uploads.mostStored
  return limit === null || bytesOf(await readStorage(ground, userId)) + bytes <= limit
}

/**
 * Runs a write of audio or text in a transaction. Rejects with AccountFull when the account then exceeds its limit and uses more
 * than before; a write that frees storage or keeps it equal always succeeds. The database counts, so all writes of the
 * transaction are included.
 */
export async function withinStorage<T>(step: Ground, userId: string, write: () => Promise<T>): Promise<T> {
  const limit = step.config.uploads.mostStored
  if (limit === null) return write()
  const before = bytesOf(await lockStorage(step, userId))
  const written = await write()
  const after = bytesOf(await readStorage(step, userId))
  if (after > limit && after > before) throw new AccountFull('the account holds as much as it may')
  return written
}

const bytesOf = ({ sound_bytes, text_bytes }: StorageUse): Bytes => sound_bytes + text_bytes
