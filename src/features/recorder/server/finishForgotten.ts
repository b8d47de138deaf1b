import { z } from 'zod'
import type { Ground } from '#platform/ground.ts'
import { job } from '#platform/jobs/jobs.ts'
import { SoundError } from '#platform/sound/sound.ts'
import { FORGOTTEN_AFTER } from '../contract.ts'
import { discardRecording, finishRecording } from './finishRecording.ts'
import { listForgotten } from './store.ts'

export const finishForgotten = job('recorder.finish-forgotten', z.object({}), { attempts: 3 })

/**
 * Creates files from recordings without a new piece for a day, so that audio is kept even if the browser never returns.
 * Recordings under a second or without readable audio are discarded.
 */
export async function finishAllForgotten(ground: Ground): Promise<void> {
  const before = new Date(ground.clock.now().getTime() - FORGOTTEN_AFTER)
  for (const { user_id: userId, recording_id: recordingId } of await listForgotten(ground, before)) {
    try {
      await finishRecording(ground, userId, recordingId, {})
    } catch (error) {
      if (error instanceof SoundError && error.kind !== 'too-long') await discardRecording(ground, userId, recordingId)
      // A recording that cannot be finished does not block the others. It is tried again in an hour.
      else ground.log.warn({ err: error, recordingId }, 'a forgotten recording could not be made a file of')
    }
  }
}
