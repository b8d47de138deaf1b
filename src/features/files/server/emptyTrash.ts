import type { AppContext } from '#platform/context.ts'
import { listTrashed, lockFiles } from './store.ts'
import { removeLocked } from './trash.ts'

/** Recordings deleted in one transaction. */
const BATCH_SIZE = 200

/**
 * Permanently deletes the recordings that the user moved to the trash at `before` or earlier. Each transaction checks again after
 * locking: a recording that was restored in the meantime stays, and a deleted one can no longer be restored.
 */
export async function emptyTrash(ctx: AppContext, userId: string, before: Date): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const ids: string[] = await listTrashed(ctx, userId, before, { after, limit: BATCH_SIZE })
    if (ids.length > 0) await removeBatch(ctx, userId, ids, before)
    after = ids.length === BATCH_SIZE ? ids.at(-1) : undefined
  }
}

async function removeBatch(ctx: AppContext, userId: string, fileIds: readonly string[], before: Date): Promise<void> {
  await ctx.transaction(async (tx) => {
    const rows = (await lockFiles(tx, userId, fileIds)).filter((row) => row.trashed_at !== null && row.trashed_at <= before)
    if (rows.length === 0) return
    await removeLocked(tx, userId, rows)
    tx.log.info({ files: rows.map((row) => row.file_id) }, "recordings were deleted from the trash by their owner's rule")
  })
}
