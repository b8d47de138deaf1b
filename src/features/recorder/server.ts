import { hours } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { type ServerFeature, handleJob } from '#platform/feature.ts'
import {
  clearEndedRecording,
  clearRecordingJob,
  finishAbandonedRecordings,
  finishAbandonedJob,
} from './server/finishRecording.ts'
import { decodeLive } from './server/live/decodeLive.ts'
import { decodeLiveJob } from './server/live/liveWords.ts'
import { listLines } from './server/live/storeLive.ts'
import { pieceRoute } from './server/pieceRoute.ts'
import { recorderRoutes } from './server/routes.ts'
import { listOpen, type RecordingRow } from './server/store.ts'

/** Recordings that are uploaded while they are being made. */
export const recorder: ServerFeature = {
  name: 'recorder',
  routes: [recorderRoutes, pieceRoute],
  jobs: [
    handleJob(clearRecordingJob, clearEndedRecording),
    handleJob(finishAbandonedJob, (ctx, _, run) => finishAbandonedRecordings(ctx, run)),
    handleJob(decodeLiveJob, decodeLive),
  ],
  schedules: [{ every: hours(1), job: finishAbandonedJob }],
  personalData: exportPersonalData,
}

/** Returns the unfinished recordings. Finished ones are exported as files. */
async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const rows = await listOpen(ctx, userId)
  const toExport = async (row: RecordingRow) => {
    const { filename, start_time, duration_ms, bytes, last_piece_at } = row
    const live_words = (await listLines(ctx, row)).map(({ text }) => text)
    return { filename, start_time, duration_ms, bytes, last_piece_at, live_words }
  }
  return { unfinished_recordings: await Promise.all(rows.map(toExport)) }
}
