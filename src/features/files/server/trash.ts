import { z } from 'zod'
import { event } from '#platform/events/events.ts'
import { job } from '#platform/jobs/jobs.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { FilesRemoved } from '../contract.ts'
import { type ListedFile, deleteFiles, lockFiles, updateFiles } from './store.ts'

/** Published in the transaction that permanently deletes recordings. */
export const filesRemoved = event('files.removed', FilesRemoved)

export const deleteAudioJob = job('files.delete-sound', z.object({ blobKeys: z.array(z.string()) }), {
  attempts: 20,
  retryDelay: 30,
})

/** Locks recordings for a change of all or none: one id of another user refuses the whole call. */
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
    await tx.live.publish({ userId, topic: 'files', id: '' })
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
export async function removeLocked(tx: AppContext, userId: string, rows: readonly ListedFile[]): Promise<void> {
  const fileIds = rows.map((row) => row.file_id)
  await deleteFiles(tx, userId, fileIds)
  await tx.jobs.send(deleteAudioJob, { blobKeys: rows.map((row) => row.blob_key) })
  await tx.events.publish(filesRemoved, { userId, fileIds })
  await tx.live.publish({ userId, topic: 'files', id: '' })
}
