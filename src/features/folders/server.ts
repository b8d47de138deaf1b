import type { FastifyInstance } from 'fastify'
import { setFolderCheck } from '#features/files/server.ts'
import type { Ground } from '#platform/ground.ts'
import { foldersRoutes } from './server/routes.ts'
import { holdFolder, listFolders } from './server/store.ts'

/** The user's folders, and which recordings lie in them. */
export function install(app: FastifyInstance, ground: Ground): void {
  foldersRoutes(app, ground)
  setFolderCheck(app, ownsFolders)
}

/** What is kept here of a user, as plain JSON for the copy of their data. */
export async function dataOf(ground: Ground, userId: string): Promise<Record<string, unknown>> {
  const folders = await listFolders(ground, userId)
  return { folders: folders.map(({ folder_id, name, color, icon }) => ({ id: folder_id, name, color, icon })) }
}

/** Whether every id is a folder of the user's; inside a step they stay so until it ends. */
export async function ownsFolders(ground: Ground, userId: string, folderIds: readonly string[]): Promise<boolean> {
  return (await heldFolders(ground, userId, folderIds)).length === folderIds.length
}

/** Those of the ids that are folders of the user's; inside a step they stay so until it ends. */
export async function heldFolders(ground: Ground, userId: string, folderIds: readonly string[]): Promise<string[]> {
  const held: string[] = []
  for (const id of folderIds) if (await holdFolder(ground, userId, id)) held.push(id)
  return held
}
