import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import type { SummaryResult } from './contract.ts'
import { notesRoutes } from './server/routes.ts'
import { findSummary } from './server/store.ts'

export { makeSummary } from './server/makeSummary.ts'

/** Registers the routes for summaries and notes. */
export function install(app: FastifyInstance, ground: Ground): void {
  notesRoutes(app, ground)
}

/** Returns the summary of a recording, or null. */
export const readSummary = async (ground: Ground, userId: string, fileId: string): Promise<SummaryResult | null> =>
  (await findSummary(ground, userId, fileId))?.result ?? null
