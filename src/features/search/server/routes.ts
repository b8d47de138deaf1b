import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { searchContract } from '../contract.ts'
import { searchGlobally } from './query/searchGlobally.ts'
import { searchRecordings } from './query/searchRecordings.ts'

export function searchRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'search', searchContract, {
    recordings: async ({ body, caller }) => ({ data: await searchRecordings(ctx, caller.userId, body) }),
    global: async ({ body, caller }) => ({ data: await searchGlobally(ctx, caller.userId, body) }),
  })
}
