import { newId } from '#kit/newId.ts'
import type { Ground } from '#platform/ground.ts'
import { type FolderRecord, insertFolder } from './store.ts'

/** The new folder, or null when the user has one of that name (B§8). */
export async function createFolder(
  ground: Ground,
  userId: string,
  draft: { name: string; color: string; icon: string },
): Promise<FolderRecord | null> {
  const now = ground.clock.now()
  const row = { user_id: userId, folder_id: newId(now), created_at: now, ...draft }
  return ground.inOneStep(async (step) => {
    if (!(await insertFolder(step, row))) return null
    await step.live.tell({ userId, topic: 'folders', id: row.folder_id })
    return row
  })
}
