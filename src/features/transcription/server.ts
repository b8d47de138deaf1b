import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { transcriptionRoutes } from './server/routes.ts'

export { type Transcript, transcribeFile } from './server/transcribeFile.ts'

/** Registers the routes that return transcripts, finished or in progress. */
export function install(app: FastifyInstance, ctx: AppContext): void {
  transcriptionRoutes(app, ctx)
}
