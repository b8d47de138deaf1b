import { z } from 'zod'
import { days } from '#kit/units.ts'
import { dropSounds } from '#features/files/server.ts'
import { listSoundRules } from '#features/me/server.ts'
import type { Ground } from '#platform/ground.ts'
import { job } from '#platform/jobs/jobs.ts'
import { listDoneBefore } from './store.ts'

export const keepSoundRules = job('generate.sound-rules', z.object({}), { attempts: 3 })

/**
 * Deletes the audio of transcribed recordings after the number of days that their owner has set, counted from the end of the
 * task. A recording keeps its audio when it was never transcribed here or when its latest task is active, failed or cancelled.
 */
export async function followSoundRules(ground: Ground): Promise<void> {
  for (const { userId, days: kept } of await listSoundRules(ground)) {
    const before = new Date(ground.clock.now().getTime() - days(kept))
    await dropSounds(ground, userId, (step, fileIds) => listDoneBefore(step, userId, fileIds, before))
  }
}
