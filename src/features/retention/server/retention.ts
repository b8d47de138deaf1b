import { z } from 'zod'
import { days } from '#shared/units.ts'
import { emptyTrash, listTrashOwners, deleteTranscribedAudio } from '#features/files/server.ts'
import { readTrashRetention, listAudioRetention } from '#features/profile/server.ts'
import type { AppContext } from '#platform/context.ts'
import { job } from '#platform/jobs/jobs.ts'
import { listCompletedBefore } from '#features/generate/server.ts'

export const emptyExpiredTrashJob = job('retention.empty-expired-trash', z.object({}), { attempts: 3 })

/**
 * Deletes recordings permanently after the number of days in the trash that their owner has set. This is not part of the files
 * feature because that cannot read settings. Active tasks end as when the owner deletes the recording.
 */
export async function emptyExpiredTrash(ctx: AppContext): Promise<void> {
  const owners = await listTrashOwners(ctx)
  if (owners.length === 0) return
  const keepDaysFor = await readTrashRetention(ctx)
  for (const { user_id: userId, oldest } of owners) {
    const keepDays = keepDaysFor(userId)
    if (keepDays === null) continue
    const cutoff = new Date(ctx.clock.now().getTime() - days(keepDays))
    if (oldest <= cutoff) await emptyTrash(ctx, userId, cutoff)
  }
}

export const deleteExpiredAudioJob = job('retention.delete-expired-audio', z.object({}), { attempts: 3 })

/**
 * Deletes the audio of transcribed recordings after the number of days that their owner has set, counted from the end of the
 * task. A recording keeps its audio when it was never transcribed here or when its latest task is active, failed or cancelled.
 */
export async function deleteExpiredAudio(ctx: AppContext): Promise<void> {
  for (const { userId, days: keepDays } of await listAudioRetention(ctx)) {
    const cutoff = new Date(ctx.clock.now().getTime() - days(keepDays))
    await deleteTranscribedAudio(ctx, userId, (tx, fileIds) => listCompletedBefore(tx, userId, fileIds, cutoff))
  }
}
