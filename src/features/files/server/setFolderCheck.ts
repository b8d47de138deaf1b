import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'

/** Whether every id is a folder of the user's; asked inside the step that writes them down. */
export type OwnsFolders = (step: Ground, userId: string, folderIds: readonly string[]) => Promise<boolean>

declare module 'fastify' {
  interface FastifyInstance {
    ownsFolders?: OwnsFolders
  }
}

/** Recordings keep folder ids without knowing what they mean; the feature that does says once how to tell the user's own. */
export function setFolderCheck(app: FastifyInstance, ownsFolders: OwnsFolders): void {
  app.decorate('ownsFolders', ownsFolders)
}
