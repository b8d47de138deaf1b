import type { FastifyInstance } from 'fastify'
import { setFolderCheck } from '#features/files/server.ts'
import type { Ground } from '#platform/ground.ts'
import { foldersRoutes } from './server/routes.ts'
import { holdFolder, listFolders } from './server/store.ts'

/** Registers the routes of folders, and the check of folder ids for recordings. */
export function install(app: FastifyInstance, ground: Ground): void {
  foldersRoutes(app, ground)
  setFolderCheck(app, ownsFolders)
}

/** Returns the stored data of a user as plain JSON, for the personal data export. */
export async function dataOf(ground: Ground, userId: string): Promise<Record<string, unknown>> {
  const folders = await listFolders(ground, userId)
  return { folders: folders.map(({ folder_id, name, color, icon }) => ({ id: folder_id, name, color, icon })) }
}

/** Returns whether every id is a folder of the user. Within a transaction the folders are locked until it ends. */
export async function ownsFolders(ground: Ground, userId: string, folderIds: readonly string[]): Promise<boolean> {
  return (await heldFolders(ground, userId, folderIds)).length === folderIds.length
}

/** Returns the ids that are folders of the user. Within a transaction the folders are locked until it ends. */
export async function heldFolders(ground: Ground, userId: string, folderIds: readonly string[]): Promise<string[]> {
  const held: string[] = []
  for (const id of folderIds) if (await holdFolder(ground, userId, id)) held.push(id)
  return held
}
