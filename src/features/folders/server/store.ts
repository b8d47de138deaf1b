import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'

export type FolderRecord = { user_id: string; folder_id: string; name: string; color: string; icon: string; created_at: Date }

const tables = (ctx: AppContext) => ctx.db.withTables<{ folder: FolderRecord }>()

export const listFolders = async (ctx: AppContext, userId: string): Promise<FolderRecord[]> =>
  tables(ctx).selectFrom('folder').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('folder_id').execute()

export const readFolder = async (ctx: AppContext, userId: string, folderId: string) =>
  tables(ctx).selectFrom('folder').selectAll().where('user_id', '=', userId).where('folder_id', '=', folderId).executeTakeFirst()

/** Locks a folder against deletion until the transaction ends, so that a deletion sees every recording that is moved into it. */
export const lockFolder = async (tx: AppContext, userId: string, folderId: string) =>
  tables(tx)
    .selectFrom('folder')
    .select('folder_id')
    .where('user_id', '=', userId)
    .where('folder_id', '=', folderId)
    .forKeyShare()
    .executeTakeFirst()

/**
 * Locks the creation of folders of the user until the transaction ends, so that two transactions cannot both create the last one
 * allowed.
 */
export const lockFolderCreation = async (tx: AppContext, userId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`folders of ${userId}`}, 0))`.execute(tx.db))

export async function countFolders(ctx: AppContext, userId: string): Promise<number> {
  const counted = tables(ctx)
    .selectFrom('folder')
    .select((row) => row.fn.countAll<number>().as('n'))
  return (await counted.where('user_id', '=', userId).executeTakeFirstOrThrow()).n
}

export async function hasFolderNamed(ctx: AppContext, userId: string, name: string): Promise<boolean> {
  const named = tables(ctx).selectFrom('folder').select('folder_id').where('user_id', '=', userId).where('name', '=', name)
  return (await named.executeTakeFirst()) !== undefined
}

/** Returns false when the user has a folder of that name. */
export async function insertFolder(ctx: AppContext, row: FolderRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(ctx)
    .insertInto('folder')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export type FolderChange = Partial<Pick<FolderRecord, 'name' | 'color' | 'icon'>>

/** Returns the changed folder. Rejects with the unique violation of the database when the name is taken. */
export const updateFolder = async (ctx: AppContext, userId: string, folderId: string, change: FolderChange) =>
  tables(ctx)
    .updateTable('folder')
    .set(change)
    .where('user_id', '=', userId)
    .where('folder_id', '=', folderId)
    .returningAll()
    .executeTakeFirst()

/** Returns false when the folder does not exist. */
export async function deleteFolder(ctx: AppContext, userId: string, folderId: string): Promise<boolean> {
  const { numDeletedRows } = await tables(ctx)
    .deleteFrom('folder')
    .where('user_id', '=', userId)
    .where('folder_id', '=', folderId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
