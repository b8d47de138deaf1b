import { z } from 'zod'
import { event } from '#platform/events/events.ts'
import { job } from '#platform/jobs/jobs.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { FilesRemoved, filesTopic } from '../contract.ts'
import { type ListedFile, deleteFiles, lockFiles, updateFiles, listTrashed, listTranscribedFiles } from './store.ts'

/** Published in the transaction that permanently deletes recordings. */
export const filesRemoved = event('files.removed', FilesRemoved)

export const deleteAudioJob = job('files.delete-audio', z.object({ blobKeys: z.array(z.string()) }), {
  attempts: 20,
  retryDelay: 30,
})

export async function deleteAudio(ctx: AppContext, { blobKeys }: { blobKeys: readonly string[] }): Promise<void> {
  for (const key of blobKeys) await ctx.blobs.delete(key)
}

/** Locks recordings to change all or none: one id of another user refuses the whole call. */
export async function lockAll(tx: AppContext, userId: string, fileIds: readonly string[]): Promise<ListedFile[]> {
  const ids = [...new Set(fileIds)]
  const rows = await lockFiles(tx, userId, ids)
  if (rows.length !== ids.length) throw new NotFound()
  return rows
}

export const trashFiles = async (ctx: AppContext, userId: string, fileIds: readonly string[]): Promise<void> =>
  setTrashed(ctx, userId, fileIds, ctx.clock.now())

export const untrashFiles = async (ctx: AppContext, userId: string, fileIds: readonly string[]): Promise<void> =>
  setTrashed(ctx, userId, fileIds, null)

async function setTrashed(ctx: AppContext, userId: string, fileIds: readonly string[], trashed_at: Date | null): Promise<void> {
  await ctx.transaction(async (tx) => {
    const rows = await lockAll(tx, userId, fileIds)
    // Rows already in the target state stay unchanged, so that their days in the trash do not restart.
    const changedIds = rows.filter((row) => (row.trashed_at === null) !== (trashed_at === null)).map((row) => row.file_id)
    if (changedIds.length === 0) return
    await updateFiles(tx, userId, changedIds, { trashed_at, edit_time: tx.clock.now() })
    await tx.live.publish(filesTopic, { userId })
  })
}

/** Permanently deletes recordings. Their audio is deleted after the commit. */
export async function removeFiles(ctx: AppContext, userId: string, fileIds: readonly string[]): Promise<void> {
  await ctx.transaction(async (tx) => {
    const rows = await lockAll(tx, userId, fileIds)
    await removeLocked(tx, userId, rows)
  })
}

/** Deletes recordings that the transaction has locked, publishes the event, and queues the deletion of their audio. */
async function removeLocked(tx: AppContext, userId: string, rows: readonly ListedFile[]): Promise<void> {
  const fileIds = rows.map((row) => row.file_id)
  await deleteFiles(tx, userId, fileIds)
  await tx.jobs.send(deleteAudioJob, { blobKeys: rows.map((row) => row.blob_key) })
  await tx.events.publish(filesRemoved, { userId, fileIds })
  await tx.live.publish(filesTopic, { userId })
}

/** Recordings checked in one transaction. */
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

/**
 * Returns which of these recordings may lose their audio. Called again in the transaction that deletes it, in which no work can
 * start on them.
 */
type FilterDeletable = (tx: AppContext, fileIds: readonly string[]) => Promise<readonly string[]>

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
    await tx.live.publish(filesTopic, { userId })
    tx.log.info({ files: ids }, "sounds were deleted by their owner's rule")
  })
}
