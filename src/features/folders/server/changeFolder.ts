import type { Ground } from '#platform/ground.ts'
import { isDeadlock } from '#platform/db/isDeadlock.ts'
import { isUniqueViolation } from '#platform/db/isUniqueViolation.ts'
import { NotFound } from '#platform/http/failures.ts'
import { type FolderChange, type FolderRecord, readFolder, updateFolder } from './store.ts'

/** The folder as it then is, or null when another one of the user's bears the name; rejects with NotFound. */
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
    // Two that swap their names wait for each other: each wants a name that is taken.
    if (isUniqueViolation(error) || isDeadlock(error)) return null
    throw error
  }
}
