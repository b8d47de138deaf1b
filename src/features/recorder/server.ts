import type { FastifyInstance } from 'fastify'
import { hours } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { clearEnded, clearRecording } from './server/clear.ts'
import { finishAllForgotten, finishForgotten } from './server/finishForgotten.ts'
import { pieceRoute } from './server/pieceRoute.ts'
import { recorderRoutes } from './server/routes.ts'

export { dataOf } from './server/dataOf.ts'

/** Recordings that are uploaded while they are being made. */
export function install(app: FastifyInstance, ground: Ground): void {
  recorderRoutes(app, ground)
  pieceRoute(app, ground)
  ground.jobs.work(clearRecording, ({ userId, recordingId }) => clearEnded(ground, userId, recordingId))
  ground.jobs.work(finishForgotten, () => finishAllForgotten(ground))
  ground.jobs.every(hours(1), finishForgotten, {})
}
