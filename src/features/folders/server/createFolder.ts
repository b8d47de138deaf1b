import { newId } from '#kit/newId.ts'
import type { Ground } from '#platform/ground.ts'
import { FOLDERS_MAX } from '../contract.ts'
import { type FolderRecord, countFolders, hasFolderNamed, insertFolder, lockFolders } from './store.ts'

type Made = { folder: FolderRecord } | { refused: 'nameTaken' | 'tooMany' }

/** Makes a folder, unless the user has one of that name (B§8) or as many as an account can have. */
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
    // A folder renamed at this moment may take the name after all.
    if (!(await insertFolder(step, folder))) return { refused: 'nameTaken' }
    await step.live.tell({ userId, topic: 'folders', id: folder.folder_id })
    return { folder }
  })
}
