import { z } from 'zod'
import { days } from '#shared/units.ts'
import { deleteTranscribedAudio } from '#features/files/server.ts'
import { listAudioRetention } from '#features/profile/server.ts'
import type { AppContext } from '#platform/context.ts'
import { job } from '#platform/jobs/jobs.ts'
import { listCompletedBefore } from '#features/generate/server.ts'

export const soundRetentionJob = job('generate.sound-rules', z.object({}), { attempts: 3 })

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
