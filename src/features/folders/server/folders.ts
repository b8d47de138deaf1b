import { holdAccount } from '#features/account/server.ts'
import { forgetFolder, setFolder } from '#features/files/server.ts'
import { newId } from '#kit/newId.ts'
import { isDeadlock } from '#platform/db/isDeadlock.ts'
import { isUniqueViolation } from '#platform/db/isUniqueViolation.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { FOLDERS_MAX } from '../contract.ts'
import {
  type FolderChange,
  type FolderRecord,
  countFolders,
  deleteFolder,
  hasFolderNamed,
  holdFolder,
  insertFolder,
  lockFolders,
  readFolder,
  updateFolder,
} from './store.ts'

type Made = { folder: FolderRecord } | { refused: 'nameTaken' | 'tooMany' }

/** Creates a folder. Refuses when the user has one of that name (B§8) or the maximum number of folders. */
export async function createFolder(
  ground: Ground,
  userId: string,
  draft: { name: string; color: string; icon: string },
): Promise<Made> {
  const now = ground.clock.now()
  const folder = { user_id: userId, folder_id: newId(now), created_at: now, ...draft }
  return ground.inOneStep(async (step) => {
    await lockFolders(step, userId)
    if (await hasFolderNamed(step, userId, draft.name)) return { refused: 'nameTaken' }
    if ((await countFolders(step, userId)) >= FOLDERS_MAX) return { refused: 'tooMany' }
    // A concurrent rename may still take the name.
    if (!(await insertFolder(step, folder))) return { refused: 'nameTaken' }
    await step.live.tell({ userId, topic: 'folders', id: folder.folder_id })
    return { folder }
  })
}

/** Returns the changed folder, or null when the user has another folder of that name. Rejects with NotFound. */
export async function changeFolder(
  ground: Ground,
  userId: string,
  folderId: string,
  change: FolderChange,
): Promise<FolderRecord | null> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as FolderChange
  try {
    return await ground.inOneStep(async (step) => {
      const row =
        Object.keys(given).length > 0
          ? await updateFolder(step, userId, folderId, given)
          : await readFolder(step, userId, folderId)
      if (!row) throw new NotFound()
      await step.live.tell({ userId, topic: 'folders', id: folderId })
      return row
    })
  } catch (error) {
    // Two renames that swap names deadlock, because each wants a taken name.
    if (isUniqueViolation(error) || isDeadlock(error)) return null
    throw error
  }
}

/** Deletes a folder; its recordings become unorganized in the same transaction (B§4). Rejects with NotFound. */
export async function removeFolder(ground: Ground, userId: string, folderId: string): Promise<void> {
  await ground.inOneStep(async (step) => {
    await holdAccount(step, userId)
    if (!(await deleteFolder(step, userId, folderId))) throw new NotFound()
    await forgetFolder(step, userId, folderId)
    await step.live.tell({ userId, topic: 'folders', id: folderId })
  })
}

/**
 * Moves recordings into a folder of the user, or out of all folders with an empty id. Moves all or none. Rejects with NotFound.
 */
export async function moveFiles(ground: Ground, userId: string, fileIds: readonly string[], folderId: string): Promise<void> {
  await ground.inOneStep(async (step) => {
    await holdAccount(step, userId)
    if (folderId !== '' && !(await holdFolder(step, userId, folderId))) throw new NotFound()
    await setFolder(step, userId, fileIds, folderId === '' ? null : folderId)
  })
}
