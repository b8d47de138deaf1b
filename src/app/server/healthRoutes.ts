import type { FastifyInstance } from 'fastify'
import { READ_ONLY } from '#kit/contract.ts'
import { executeSql } from '#platform/db/db.ts'
import type { Ground } from '#platform/ground.ts'
import { DONE, type Operation, answering } from '#platform/http/openApi.ts'

/**
 * `/healthz`: the process responds; says whether it is read-only. `/readyz`: the server can handle all calls: the database
 * responds, there is space for audio, and it is not shutting down.
 */
export function healthRoutes(app: FastifyInstance, ground: Ground): void {
  app.get('/healthz', { schema: { hide: true }, config: { operation: operation('alive', 'The process answers') } }, async () => ({
    status: 0,
    msg: 'alive',
    read_only: await ground.disk.isReadOnly(),
  }))
  app.get(
    '/readyz',
    { schema: { hide: true }, config: { operation: operation('ready', 'The server can serve') } },
    async (_request, reply) => {
      const wrong = await whatIsWrong(app, ground)
      if (wrong) return reply.code(503).send({ status: -503, msg: wrong })
      return { status: 0, msg: 'ready' }
    },
  )
}

const operation = (name: string, summary: string): Operation => ({
  operationId: `health.${name}`,
  tags: ['health'],
  summary,
  responses: { 200: answering(`${summary}.`, 'application/json', DONE) },
  failures: [],
})

async function whatIsWrong(app: FastifyInstance, ground: Ground): Promise<string | null> {
  if (app.draining) return 'ending'
  try {
    await executeSql(ground.db, 'select 1')
  } catch {
    return 'the database does not answer'
  }
  if (await ground.disk.isReadOnly()) return READ_ONLY.says
  return (await ground.blobs.room()) > 0 ? null : 'the disk is full: uploads are refused'
}
