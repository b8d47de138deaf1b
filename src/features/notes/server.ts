import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import type { SummaryResult } from './contract.ts'
import { notesRoutes } from './server/routes.ts'
import { findSummary } from './server/store.ts'

export { createSummary } from './server/createSummary.ts'

/** Registers the routes for summaries and notes. */
export function install(app: FastifyInstance, ctx: AppContext): void {
  notesRoutes(app, ctx)
}

/** Returns the summary of a recording, or null. */
export const readSummary = async (ctx: AppContext, userId: string, fileId: string): Promise<SummaryResult | null> =>
  (await findSummary(ctx, userId, fileId))?.result ?? null
