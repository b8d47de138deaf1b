import type { AppContext } from '#platform/context.ts'
import type { ServerFeature } from '#platform/feature.ts'
import { foldersRoutes } from './server/routes.ts'
import { lockFolder, listFolders } from './server/store.ts'

/** Groups of recordings. */
export const folders: ServerFeature = {
  name: 'folders',
  routes: [foldersRoutes],
  personalData: exportPersonalData,
}

async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const rows = await listFolders(ctx, userId)
  return { folders: rows.map(({ folder_id, name, color, icon }) => ({ id: folder_id, name, color, icon })) }
}

/** Returns whether every id is a folder of the user. Within a transaction the folders are locked until it ends. */
export async function ownsFolders(ctx: AppContext, userId: string, folderIds: readonly string[]): Promise<boolean> {
  return (await lockOwnedFolders(ctx, userId, folderIds)).length === folderIds.length
}

/** Returns the ids that are folders of the user. Within a transaction the folders are locked until it ends. */
export async function lockOwnedFolders(ctx: AppContext, userId: string, folderIds: readonly string[]): Promise<string[]> {
  const lockedIds: string[] = []
  for (const id of folderIds) if (await lockFolder(ctx, userId, id)) lockedIds.push(id)
  return lockedIds
}

/** Returns the names of all folders of the user by their ids. */
export const listFolderNames = async (ctx: AppContext, userId: string): Promise<ReadonlyMap<string, string>> =>
  new Map((await listFolders(ctx, userId)).map(({ folder_id, name }) => [folder_id, name]))
