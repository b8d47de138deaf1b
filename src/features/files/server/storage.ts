import type { Bytes } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { type StorageUse, lockStorage, readStorage } from './storeStorage.ts'

/** Thrown inside a step that would make an account hold more than the operator allows; nothing of the step is kept. */
export class AccountFull extends Error {}

/** Whether so many bytes more fit into what the account may hold. Asked before work that would be in vain. */
export async function fitsStorage(ground: Ground, userId: string, bytes: Bytes): Promise<boolean> {
  const limit = ground.config.uploads.mostStored
  return limit === null || bytesOf(await readStorage(ground, userId)) + bytes <= limit
}

/**
 * Runs a write of sound or text, in a step. Rejects with AccountFull when the account then holds more than it may and more than
 * before: what makes it smaller, or leaves it as it is, is always taken. The database counts, so every write within the step does.
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
