import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { hours } from '#kit/units.ts'
import { contentDisposition } from '#platform/blobs/contentDisposition.ts'
import type { Ground } from '#platform/ground.ts'
import { type Operation, answering, parameter } from '#platform/http/openApi.ts'
import { ARCHIVE_PATH, userOfLink } from './archiveLink.ts'
import { entriesOf, readAccountData } from './entriesOf.ts'
import { zip } from './zip.ts'

/** Reading everything is work: a link cannot be used over and over while it lasts. */
const DOWNLOADS = { most: 6, within: hours(1) }

const OPERATION: Operation = {
  operationId: 'export.archive',
  tags: ['export'],
  summary: 'The ZIP of an account, by the link that POST /user/me/export gives; no token is needed',
  parameters: ['user', 'session', 'expires', 'sig'].map((name) => parameter('query', name, { type: 'string' })),
  responses: { 200: answering('The archive.', 'application/zip') },
  failures: [403, 404, 422, 429],
}

/** The ZIP itself, outside the contract because bytes pass through it. It is made while it is read, and only as fast. */
export function archiveRoute(app: FastifyInstance, ground: Ground): void {
  app.get(ARCHIVE_PATH, { schema: { hide: true }, config: { operation: OPERATION } }, async (request, reply) => {
    const userId = await userOfLink(ground, request.query)
    void reply.header('cache-control', 'no-store')
    if (userId === null) return reply.code(403).send({ status: -403, msg: 'This link is not valid, or not any more.' })
    await ground.limits.take(`export.archive:${userId}`, DOWNLOADS)
    // Before the first byte, so that an account that is gone is a 404 and no half of a file.
    const account = await readAccountData(ground, userId)
    const day = ground.clock.now().toISOString().slice(0, 10)
    const stream = Readable.from(zip(entriesOf(ground, userId, account)), { objectMode: false })
    stream.on('error', (error) => request.log.warn({ err: error }, 'an archive was not finished'))
    return reply
      .type('application/zip')
      .header('content-disposition', contentDisposition('attachment', `Earshot ${day}.zip`))
      .header('x-content-type-options', 'nosniff')
      .send(stream)
  })
}
