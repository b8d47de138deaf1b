import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { transcriptionRoutes } from './server/routes.ts'

export { type Transcript, transcribeFile } from './server/transcribeFile.ts'

/** Sound into text: what was heard, window by window, and the transcript it becomes. */
export function install(app: FastifyInstance, ground: Ground): void {
  transcriptionRoutes(app, ground)
}
