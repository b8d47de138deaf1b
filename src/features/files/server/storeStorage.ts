import type { Bytes } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'

/** Storage used by an account in bytes: audio, and text as stored. Written by triggers of the database. */
export type StorageUse = { sound_bytes: Bytes; text_bytes: Bytes }
type StorageRecord = StorageUse & { user_id: string }

const NOTHING: StorageUse = { sound_bytes: 0, text_bytes: 0 }

const mine = (ground: Ground, userId: string) =>
  ground.db
    .withTables<{ storage_use: StorageRecord }>()
    .selectFrom('storage_use')
    .select(['sound_bytes', 'text_bytes'])
    .where('user_id', '=', userId)

export const readStorage = async (ground: Ground, userId: string): Promise<StorageUse> =>
  (await mine(ground, userId).executeTakeFirst()) ?? NOTHING

/** Like `readStorage`, with a row lock until the transaction ends. @NOTE This must be the last lock of a transaction. */
export const lockStorage = async (step: Ground, userId: string): Promise<StorageUse> =>
  (await mine(step, userId).forUpdate().executeTakeFirst()) ?? NOTHING
