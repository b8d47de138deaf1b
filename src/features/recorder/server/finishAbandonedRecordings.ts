import { z } from 'zod'
import type { AppContext } from '#platform/context.ts'
import { job } from '#platform/jobs/jobs.ts'
import { AudioError } from '#platform/audio/audio.ts'
import { ABANDONED_AFTER } from '../contract.ts'
import { discardRecording, finishRecording } from './finishRecording.ts'
import { listAbandoned } from './store.ts'

export const finishAbandonedJob = job('recorder.finish-forgotten', z.object({}), { attempts: 3 })

/**
 * Creates files from recordings without a new piece for a day, so that audio is kept even if the browser never returns.
 * Recordings under a second or without readable audio are discarded.
 */
export async function finishAbandonedRecordings(ctx: AppContext): Promise<void> {
  const inactiveSince = new Date(ctx.clock.now().getTime() - ABANDONED_AFTER)
  for (const { user_id: userId, recording_id: recordingId } of await listAbandoned(ctx, inactiveSince)) {
    try {
      await finishRecording(ctx, userId, recordingId, {})
    } catch (error) {
      if (error instanceof AudioError && error.kind !== 'too-long') await discardRecording(ctx, userId, recordingId)
      // A recording that cannot be finished does not block the others. It is tried again in an hour.
      else ctx.log.warn({ err: error, recordingId }, 'a forgotten recording could not be made a file of')
    }
  }
}
