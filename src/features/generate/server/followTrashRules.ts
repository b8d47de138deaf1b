import { z } from 'zod'
import { days } from '#kit/units.ts'
import { emptyTrash, listTrashOwners } from '#features/files/server.ts'
import { trashRules } from '#features/me/server.ts'
import type { Ground } from '#platform/ground.ts'
import { job } from '#platform/jobs/jobs.ts'

export const keepTrashRules = job('generate.trash-rules', z.object({}), { attempts: 3 })

/**
 * Deletes recordings permanently after the number of days in the trash that their owner has set. This is not part of the files
 * feature because that cannot read settings. Active tasks end as when the owner deletes the recording.
 */
export async function followTrashRules(ground: Ground): Promise<void> {
  const owners = await listTrashOwners(ground)
  if (owners.length === 0) return
  const keptFor = await trashRules(ground)
  for (const { user_id: userId, oldest } of owners) {
    const kept = keptFor(userId)
    if (kept === null) continue
    const before = new Date(ground.clock.now().getTime() - days(kept))
    if (oldest <= before) await emptyTrash(ground, userId, before)
  }
}
