import { hours } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { type ServerFeature, handleJob } from '#platform/feature.ts'
import {
  clearEndedRecording,
  clearRecordingJob,
  finishAbandonedRecordings,
  finishAbandonedJob,
} from './server/finishRecording.ts'
import { pieceRoute } from './server/pieceRoute.ts'
import { recorderRoutes } from './server/routes.ts'
import { listOpen } from './server/store.ts'

/** Recordings that are uploaded while they are being made. */
export const recorder: ServerFeature = {
  name: 'recorder',
  routes: [recorderRoutes, pieceRoute],
  jobs: [handleJob(clearRecordingJob, clearEndedRecording), handleJob(finishAbandonedJob, finishAbandonedRecordings)],
  schedules: [{ every: hours(1), job: finishAbandonedJob }],
  personalData: exportPersonalData,
}

/** Returns the unfinished recordings. Finished ones are exported as files. */
async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const rows = await listOpen(ctx, userId)
  return {
    unfinished_recordings: rows.map(({ filename, start_time, duration_ms, bytes, last_piece_at }) => ({
      filename,
      start_time,
      duration_ms,
      bytes,
      last_piece_at: last_piece_at,
    })),
  }
}
