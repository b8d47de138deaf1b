import type { Ground } from '#platform/ground.ts'
import { listTrashed, lockFiles } from './store.ts'
import { removeLocked } from './trash.ts'

/** Recordings deleted in one transaction. */
const AT_ONCE = 200

/**
 * Permanently deletes the recordings that the user moved to the trash at `before` or earlier. Each transaction checks again after
 * locking: a recording that was restored in the meantime stays, and a deleted one can no longer be restored.
 */
export async function emptyTrash(ground: Ground, userId: string, before: Date): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const ids: string[] = await listTrashed(ground, userId, before, { after, limit: AT_ONCE })
    if (ids.length > 0) await removeSome(ground, userId, ids, before)
    after = ids.length === AT_ONCE ? ids.at(-1) : undefined
  }
}

async function removeSome(ground: Ground, userId: string, fileIds: readonly string[], before: Date): Promise<void> {
  await ground.inOneStep(async (step) => {
    const rows = (await lockFiles(step, userId, fileIds)).filter((row) => row.trashed_at !== null && row.trashed_at <= before)
    if (rows.length === 0) return
    await removeLocked(step, userId, rows)
    step.log.info({ files: rows.map((row) => row.file_id) }, "recordings were deleted from the trash by their owner's rule")
  })
}
