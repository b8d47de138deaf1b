import type { FastifyInstance } from 'fastify'
import { setFolderCheck } from '#features/files/server.ts'
import type { Ground } from '#platform/ground.ts'
import { foldersRoutes } from './server/routes.ts'
import { holdFolder } from './server/store.ts'

/** The user's folders, and which recordings lie in them. */
export function install(app: FastifyInstance, ground: Ground): void {
  foldersRoutes(app, ground)
  setFolderCheck(app, ownsFolders)
}

/** Whether every id is a folder of the user's; inside a step they stay so until it ends. */
export async function ownsFolders(ground: Ground, userId: string, folderIds: readonly string[]): Promise<boolean> {
  for (const id of folderIds) if (!(await holdFolder(ground, userId, id))) return false
  return true
}
