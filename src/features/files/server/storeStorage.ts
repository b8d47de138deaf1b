import type { Bytes } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'

/** What an account holds, in bytes on the server's disk: sound, and text as it is stored. Written by triggers of the database. */
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

/** As `readStorage`, locked until the step ends. @NOTE Last of all that a step locks. */
export const lockStorage = async (step: Ground, userId: string): Promise<StorageUse> =>
  (await mine(step, userId).forUpdate().executeTakeFirst()) ?? NOTHING
