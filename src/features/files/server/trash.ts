import { z } from 'zod'
import { event } from '#platform/events/events.ts'
import { job } from '#platform/jobs/jobs.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { FilesRemoved } from '../contract.ts'
import { type ListedFile, deleteFiles, lockFiles, updateFiles } from './store.ts'

/** Published in the transaction that permanently deletes recordings. */
export const filesRemoved = event('files.removed', FilesRemoved)

export const deleteSound = job('files.delete-sound', z.object({ blobKeys: z.array(z.string()) }), {
  attempts: 20,
  retryDelay: 30,
})

/** Locks recordings for a change of all or none: one id of another user refuses the whole call. */
export async function lockAll(step: Ground, userId: string, fileIds: readonly string[]): Promise<ListedFile[]> {
  const ids = [...new Set(fileIds)]
  const rows = await lockFiles(step, userId, ids)
  if (rows.length !== ids.length) throw new NotFound()
  return rows
}

export const trashFiles = async (ground: Ground, userId: string, fileIds: readonly string[]): Promise<void> =>
  setTrashed(ground, userId, fileIds, ground.clock.now())

export const untrashFiles = async (ground: Ground, userId: string, fileIds: readonly string[]): Promise<void> =>
  setTrashed(ground, userId, fileIds, null)

async function setTrashed(ground: Ground, userId: string, fileIds: readonly string[], trashed_at: Date | null): Promise<void> {
  await ground.inOneStep(async (step) => {
    const rows = await lockAll(step, userId, fileIds)
    // Rows already in the target state stay unchanged, so that their days in the trash do not restart.
    const moved = rows.filter((row) => (row.trashed_at === null) !== (trashed_at === null)).map((row) => row.file_id)
    if (moved.length === 0) return
    await updateFiles(step, userId, moved, { trashed_at, edit_time: step.clock.now() })
    await step.live.tell({ userId, topic: 'files', id: '' })
  })
}

/** Permanently deletes recordings. Their audio is deleted after the commit. */
export async function removeFiles(ground: Ground, userId: string, fileIds: readonly string[]): Promise<void> {
  await ground.inOneStep(async (step) => {
    const rows = await lockAll(step, userId, fileIds)
    await removeLocked(step, userId, rows)
  })
}

/** Deletes recordings that the transaction has locked, publishes the event, and queues the deletion of their audio. */
export async function removeLocked(step: Ground, userId: string, rows: readonly ListedFile[]): Promise<void> {
  const fileIds = rows.map((row) => row.file_id)
  await deleteFiles(step, userId, fileIds)
  await step.jobs.send(deleteSound, { blobKeys: rows.map((row) => row.blob_key) })
  await step.events.tell(filesRemoved, { userId, fileIds })
  await step.live.tell({ userId, topic: 'files', id: '' })
}
