import type { Bytes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { type StorageUse, lockStorage, readStorage } from './storeUsage.ts'

/** Thrown in a transaction that would exceed the storage limit of the account; the transaction rolls back. */
class AccountFull extends Error {}

/** For the `catch` of such a transaction: returns the refusal, or throws any other error again. */
export function refusalOfFullAccount(error: unknown): { refused: 'accountFull' } {
  if (error instanceof AccountFull) return { refused: 'accountFull' }
  throw error
}

/** Returns whether this many more bytes fit into the account. Called before work that would otherwise be wasted. */
export async function hasStorageFor(ctx: AppContext, userId: string, bytes: Bytes): Promise<boolean> {
  const limit = ctx.config.uploads.maxStored
  return limit === null || totalBytes(await readStorage(ctx, userId)) + bytes <= limit
}

/**
 * Runs a write of audio or text in a transaction. Rejects with AccountFull when the account then exceeds its limit and uses more
 * than before; a write that frees storage or keeps it equal always succeeds. The database counts, so all writes of the
 * transaction are included.
 */
export async function withinStorageLimit<T>(tx: AppContext, userId: string, write: () => Promise<T>): Promise<T> {
  const limit = tx.config.uploads.maxStored
  if (limit === null) return write()
  const before = totalBytes(await lockStorage(tx, userId))
  const result = await write()
  const after = totalBytes(await readStorage(tx, userId))
  if (after > limit && after > before) throw new AccountFull('the account holds as much as it may')
  return result
}

const totalBytes = ({ sound_bytes, text_bytes }: StorageUse): Bytes => sound_bytes + text_bytes
