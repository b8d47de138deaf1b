import type { FastifyInstance } from 'fastify'
import { hours } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { clearEndedRecording, clearRecordingJob } from './server/clearEndedRecording.ts'
import { finishAbandonedRecordings, finishAbandonedJob } from './server/finishAbandonedRecordings.ts'
import { pieceRoute } from './server/pieceRoute.ts'
import { recorderRoutes } from './server/routes.ts'

export { exportPersonalData } from './server/exportPersonalData.ts'

/** Recordings that are uploaded while they are being made. */
export function install(app: FastifyInstance, ctx: AppContext): void {
  recorderRoutes(app, ctx)
  pieceRoute(app, ctx)
  ctx.jobs.work(clearRecordingJob, ({ userId, recordingId }) => clearEndedRecording(ctx, userId, recordingId))
  ctx.jobs.work(finishAbandonedJob, () => finishAbandonedRecordings(ctx))
  ctx.jobs.schedule(hours(1), finishAbandonedJob, {})
}
