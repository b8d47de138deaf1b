import type { FastifyInstance } from 'fastify'
import { executeSql } from '#platform/db/db.ts'
import type { Ground } from '#platform/ground.ts'

/** `/healthz`: the process answers. `/readyz`: it can serve, so database there, room for sound, not ending. */
export function healthRoutes(app: FastifyInstance, ground: Ground): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 0, msg: 'alive' }))
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const wrong = await whatIsWrong(app, ground)
    if (wrong) return reply.code(503).send({ status: -503, msg: wrong })
    return { status: 0, msg: 'ready' }
  })
}

async function whatIsWrong(app: FastifyInstance, ground: Ground): Promise<string | null> {
  if (app.draining) return 'ending'
  try {
    await executeSql(ground.db, 'select 1')
  } catch {
    return 'the database does not answer'
  }
  return (await ground.blobs.room()) > 0 ? null : 'the disk is full: uploads are refused'
}
