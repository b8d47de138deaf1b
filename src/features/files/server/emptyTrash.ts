import type { Ground } from '#platform/ground.ts'
import { listTrashed, lockFiles } from './store.ts'
import { removeLocked } from './trash.ts'

/** Recordings deleted in one step. */
const AT_ONCE = 200

/**
 * Deletes for good what a user put into the trash at `before` or earlier. Each step looks again at what it has locked: a
 * recording restored meanwhile stays, and one deleted here can no longer be restored.
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
