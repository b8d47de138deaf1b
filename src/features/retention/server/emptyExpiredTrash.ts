import { z } from 'zod'
import { days } from '#shared/units.ts'
import { emptyTrash, listTrashOwners } from '#features/files/server.ts'
import { readTrashRetention } from '#features/profile/server.ts'
import type { AppContext } from '#platform/context.ts'
import { job } from '#platform/jobs/jobs.ts'

export const trashRetentionJob = job('generate.trash-rules', z.object({}), { attempts: 3 })

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
