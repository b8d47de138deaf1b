import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'

/** Returns whether every id is a folder of the user. Called inside the transaction that stores the ids. */
export type OwnsFolders = (tx: AppContext, userId: string, folderIds: readonly string[]) => Promise<boolean>

declare module 'fastify' {
  interface FastifyInstance {
    ownsFolders?: OwnsFolders
  }
}

/**
 * Sets the check of folder ids. Recordings store the ids without knowing the folders feature, which registers this check once.
 */
export function setFolderCheck(app: FastifyInstance, ownsFolders: OwnsFolders): void {
  app.decorate('ownsFolders', ownsFolders)
}
