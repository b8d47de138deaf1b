import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import type { SummaryResult } from './contract.ts'
import { notesRoutes } from './server/routes.ts'
import { findSummary } from './server/store.ts'

export { makeSummary } from './server/makeSummary.ts'

/** Summaries and notes made from transcripts. */
export function install(app: FastifyInstance, ground: Ground): void {
  notesRoutes(app, ground)
}

/** The summary made with a recording's transcript, or null. */
export const readSummary = async (ground: Ground, userId: string, fileId: string): Promise<SummaryResult | null> =>
  (await findSummary(ground, userId, fileId))?.result ?? null
