import type { Bytes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'

/** Storage used by an account in bytes: audio, and text as stored. Written by triggers of the database. */
export type StorageUse = { sound_bytes: Bytes; text_bytes: Bytes }
type StorageRecord = StorageUse & { user_id: string }

const NO_STORAGE: StorageUse = { sound_bytes: 0, text_bytes: 0 }

const ownStorage = (ctx: AppContext, userId: string) =>
  ctx.db
    .withTables<{ storage_use: StorageRecord }>()
    .selectFrom('storage_use')
    .select(['sound_bytes', 'text_bytes'])
    .where('user_id', '=', userId)

export const readStorage = async (ctx: AppContext, userId: string): Promise<StorageUse> =>
  (await ownStorage(ctx, userId).executeTakeFirst()) ?? NO_STORAGE

/** Like `readStorage`, with a row lock until the transaction ends. @NOTE This must be the last lock of a transaction. */
export const lockStorage = async (tx: AppContext, userId: string): Promise<StorageUse> =>
  (await ownStorage(tx, userId).forUpdate().executeTakeFirst()) ?? NO_STORAGE
