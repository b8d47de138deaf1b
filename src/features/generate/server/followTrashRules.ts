import { z } from 'zod'
import { days } from '#kit/units.ts'
import { emptyTrash, listTrashOwners } from '#features/files/server.ts'
import { trashRules } from '#features/me/server.ts'
import type { Ground } from '#platform/ground.ts'
import { job } from '#platform/jobs/jobs.ts'

export const keepTrashRules = job('generate.trash-rules', z.object({}), { attempts: 3 })

/**
 * Deletes for good what has lain in the trash for as many days as its owner keeps it there. It stands here because recordings
 * know nothing of settings; work under way on such a recording ends as when its owner deletes it.
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
