import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { foldersRoutes } from './server/routes.ts'
import { readFolder } from './server/store.ts'

/** The user's folders, and which recordings lie in them. */
export function install(app: FastifyInstance, ground: Ground): void {
  foldersRoutes(app, ground)
}

/** Whether every id is a folder of the user's. */
export async function ownsFolders(ground: Ground, userId: string, folderIds: readonly string[]): Promise<boolean> {
  for (const id of folderIds) if (!(await readFolder(ground, userId, id))) return false
  return true
}
