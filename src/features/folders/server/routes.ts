import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { type Folder, foldersContract } from '../contract.ts'
import { changeFolder, createFolder, moveFiles, removeFolder } from './folders.ts'
import { type FolderRecord, listFolders } from './store.ts'

export function foldersRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'folders', foldersContract, {
    list: async ({ caller }) => {
      const rows = await listFolders(ctx, caller.userId)
      return { data_filetag_total: rows.length, data_filetag_list: rows.map(toFolder) }
    },
    create: async ({ body, caller, refuse }) => {
      const created = await createFolder(ctx, caller.userId, body)
      return 'refused' in created ? refuse(created.refused) : { data_filetag: toFolder(created) }
    },
    change: async ({ params, body, caller, refuse }) => {
      const changed = await changeFolder(ctx, caller.userId, params.id, body)
      return 'refused' in changed ? refuse(changed.refused) : { data_filetag: toFolder(changed) }
    },
    remove: async ({ params, caller }) => {
      await removeFolder(ctx, caller.userId, params.id)
      return {}
    },
    move: async ({ body, caller }) => {
      await moveFiles(ctx, caller.userId, body.file_id_list, body.filetag_id)
      return {}
    },
  })
}

/** Returns a folder in its wire format (B§3). */
const toFolder = ({ folder_id, name, color, icon }: FolderRecord): Folder => ({ id: folder_id, name, color, icon })
