import { lockAccountForShare } from '#features/account/server.ts'
import { removeFolderFromFiles, setFolder } from '#features/files/server.ts'
import { newId } from '#shared/newId.ts'
import { isDeadlock, isUniqueViolation } from '#platform/db/errors.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { FOLDERS_MAX, foldersTopic } from '../contract.ts'
import {
  type FolderChange,
  type FolderRecord,
  countFolders,
  deleteFolder,
  hasFolderNamed,
  lockFolder,
  insertFolder,
  lockFolderCreation,
  readFolder,
  updateFolder,
} from './store.ts'

/** Creates a folder. Refuses when the user has one of that name (B§8) or the maximum number of folders. */
export async function createFolder(
  ctx: AppContext,
  userId: string,
  draft: { name: string; color: string; icon: string },
): Promise<FolderRecord | { refused: 'nameTaken' | 'tooMany' }> {
  const now = ctx.clock.now()
  const folder = { user_id: userId, folder_id: newId(now), created_at: now, ...draft }
  return ctx.transaction(async (tx) => {
    await lockFolderCreation(tx, userId)
    if (await hasFolderNamed(tx, userId, draft.name)) return { refused: 'nameTaken' }
    if ((await countFolders(tx, userId)) >= FOLDERS_MAX) return { refused: 'tooMany' }
    // A concurrent rename may still take the name.
    if (!(await insertFolder(tx, folder))) return { refused: 'nameTaken' }
    await tx.live.publish(foldersTopic, { userId, id: folder.folder_id })
    return folder
  })
}

/** Returns the changed folder. Refuses when the user has another folder of that name. Rejects with NotFound. */
export async function changeFolder(
  ctx: AppContext,
  userId: string,
  folderId: string,
  change: FolderChange,
): Promise<FolderRecord | { refused: 'nameTaken' }> {
  const fields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as FolderChange
  try {
    return await ctx.transaction(async (tx) => {
      const row =
        Object.keys(fields).length > 0 ? await updateFolder(tx, userId, folderId, fields) : await readFolder(tx, userId, folderId)
      if (!row) throw new NotFound()
      await tx.live.publish(foldersTopic, { userId, id: folderId })
      return row
    })
  } catch (error) {
    // Two renames that swap names deadlock, because each waits for the other's name.
    if (isUniqueViolation(error) || isDeadlock(error)) return { refused: 'nameTaken' }
    throw error
  }
}

/** Deletes a folder; its recordings become unorganized in the same transaction (B§4). Rejects with NotFound. */
export async function removeFolder(ctx: AppContext, userId: string, folderId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockAccountForShare(tx, userId)
    if (!(await deleteFolder(tx, userId, folderId))) throw new NotFound()
    await removeFolderFromFiles(tx, userId, folderId)
    await tx.live.publish(foldersTopic, { userId, id: folderId })
  })
}

/**
 * Moves recordings into a folder of the user, or out of all folders with an empty id. Moves all or none. Rejects with NotFound.
 */
export async function moveFiles(ctx: AppContext, userId: string, fileIds: readonly string[], folderId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockAccountForShare(tx, userId)
    if (folderId !== '' && !(await lockFolder(tx, userId, folderId))) throw new NotFound()
    await setFolder(tx, userId, fileIds, folderId === '' ? null : folderId)
  })
}
