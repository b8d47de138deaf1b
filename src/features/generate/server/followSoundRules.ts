import { z } from 'zod'
import { days } from '#kit/units.ts'
import { dropSounds } from '#features/files/server.ts'
import { listSoundRules } from '#features/me/server.ts'
import type { Ground } from '#platform/ground.ts'
import { job } from '#platform/jobs/jobs.ts'
import { listDoneBefore } from './store.ts'

export const keepSoundRules = job('generate.sound-rules', z.object({}), { attempts: 3 })

/**
 * Deletes the sound of recordings whose owner wants it kept for so many days only, counted from the end of the work that made
 * transcript and summary. What is under way, failed, was stopped or was never transcribed here keeps its sound, whatever it
 * had before.
 */
export async function followSoundRules(ground: Ground): Promise<void> {
  for (const { userId, days: kept } of await listSoundRules(ground)) {
    const before = new Date(ground.clock.now().getTime() - days(kept))
    await dropSounds(ground, userId, (step, fileIds) => listDoneBefore(step, userId, fileIds, before))
  }
}
