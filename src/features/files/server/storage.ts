import type { Bytes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { type StorageUse, lockStorage, readStorage } from './storeUsage.ts'

/** Returns whether this many more bytes fit into the account. Called before work that would otherwise be wasted. */
export async function hasStorageFor(ctx: AppContext, userId: string, bytes: Bytes): Promise<boolean> {
  const limit = ctx.config.uploads.maxStored
  return limit === null || totalBytes(await readStorage(ctx, userId)) + bytes <= limit
}

/**
 * Runs a write of audio or text in a transaction. Refuses when the account then exceeds its limit and uses more than before; the
 * transaction returns the refusal, so that nothing is written. A write that frees storage or keeps it equal always succeeds. The
 * database counts, so all writes of the transaction are included.
 */
export async function withinStorageLimit<T>(
  tx: AppContext,
  userId: string,
  write: () => Promise<T>,
): Promise<T | { refused: 'accountFull' }> {
  const limit = tx.config.uploads.maxStored
  if (limit === null) return write()
  const before = totalBytes(await lockStorage(tx, userId))
  const result = await write()
  const after = totalBytes(await readStorage(tx, userId))
  return after > limit && after > before ? { refused: 'accountFull' } : result
}

const totalBytes = ({ sound_bytes, text_bytes }: StorageUse): Bytes => sound_bytes + text_bytes
