import type { AppContext } from '#platform/context.ts'
import { listTranscribedFiles, lockFiles, updateFiles } from './store.ts'
import { deleteAudioJob } from './trash.ts'

/** Recordings checked in one transaction. */
const BATCH_SIZE = 200

/**
 * Returns which of these recordings may lose their audio. It is called again in the transaction that deletes it, where no work
 * can start on them.
 */
export type FilterDeletable = (tx: AppContext, fileIds: readonly string[]) => Promise<readonly string[]>

/**
 * Deletes the audio of a user's recordings that have a transcript and a summary, including those in the trash, and keeps
 * everything else. The row stores the time. The bytes are deleted after the commit.
 */
export async function deleteTranscribedAudio(ctx: AppContext, userId: string, filterDeletable: FilterDeletable): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const ids: string[] = await listTranscribedFiles(ctx, userId, after, BATCH_SIZE)
    if (ids.length > 0) await deleteBatch(ctx, userId, ids, filterDeletable)
    after = ids.length === BATCH_SIZE ? ids.at(-1) : undefined
  }
}

async function deleteBatch(
  ctx: AppContext,
  userId: string,
  fileIds: readonly string[],
  filterDeletable: FilterDeletable,
): Promise<void> {
  // Checked first without a lock, so that only the few candidates are locked and not the whole library every hour.
  const candidates = await filterDeletable(ctx, fileIds)
  if (candidates.length === 0) return
  await ctx.transaction(async (tx) => {
    const rows = (await lockFiles(tx, userId, candidates)).filter(
      (row) => row.has_transcript && row.has_summary && !row.sound_deleted_at,
    )
    const allowed = new Set(
      await filterDeletable(
        tx,
        rows.map((row) => row.file_id),
      ),
    )
    const deletable = rows.filter((row) => allowed.has(row.file_id))
    if (deletable.length === 0) return
    const ids = deletable.map((row) => row.file_id)
    await updateFiles(tx, userId, ids, { sound_deleted_at: tx.clock.now() })
    await tx.jobs.send(deleteAudioJob, { blobKeys: deletable.map((row) => row.blob_key) })
    await tx.live.publish({ userId, topic: 'files', id: '' })
    tx.log.info({ files: ids }, "sounds were deleted by their owner's rule")
  })
}
