import type { FastifyInstance } from 'fastify'
import { READ_ONLY } from '#shared/contract.ts'
import { executeSql } from '#platform/db/db.ts'
import type { AppContext } from '#platform/context.ts'
import { SUCCESS_SCHEMA, type Operation, responseBody } from '#platform/http/openApi.ts'

/**
 * `/healthz`: the process responds; reports whether it is read-only. `/readyz`: the server can handle all calls, that is, the
 * database responds, there is space for audio, and the server is not shutting down.
 */
export function healthRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get(
    '/healthz',
    { schema: { hide: true }, config: { operation: createOperation('alive', 'The process responds') } },
    async () => ({
      status: 0,
      msg: 'alive',
      read_only: await ctx.disk.isReadOnly(),
      ...(ctx.payments && { payments: ctx.payments.provider }),
    }),
  )
  app.get(
    '/readyz',
    { schema: { hide: true }, config: { operation: createOperation('ready', 'The server can serve') } },
    async (_request, reply) => {
      const problem = await findProblem(app, ctx)
      if (problem) return reply.code(503).send({ status: -503, msg: problem })
      return { status: 0, msg: 'ready' }
    },
  )
}

const createOperation = (name: string, summary: string): Operation => ({
  operationId: `health.${name}`,
  tags: ['health'],
  summary,
  responses: { 200: responseBody(`${summary}.`, 'application/json', SUCCESS_SCHEMA) },
  failures: [],
})

async function findProblem(app: FastifyInstance, ctx: AppContext): Promise<string | null> {
  if (app.draining) return 'ending'
  try {
    await executeSql(ctx.db, 'select 1')
  } catch {
    return 'the database does not respond'
  }
  if (await ctx.disk.isReadOnly()) return READ_ONLY.message
  return (await ctx.blobs.availableBytes()) > 0 ? null : 'the disk is full: uploads are refused'
}
