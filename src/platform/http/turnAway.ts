import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Words for everybody, in place of any answer: a negative status and what the page shows (A§8). */
export type TurnedAway = { httpStatus: 200 | 403; status: -10000 | -9999; msg: string; link?: string }

/**
 * Asks `why` before every call of the API and answers with it, where there is a why. The page, health and what a client asks
 * before it begins (`/api/config/…`) stay open: somebody must be able to read the words.
 */
export function turnAway(app: FastifyInstance, why: (request: FastifyRequest) => TurnedAway | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    // @NOTE The route that was found and not the address as written: `/%61pi/…` finds the same route.
    const { url = '' } = request.routeOptions
    if (!url.startsWith('/api/') || url.startsWith('/api/config/')) return
    const words = why(request)
    if (words) await answer(words, request, reply)
  })
}

async function answer({ httpStatus, ...body }: TurnedAway, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  // @NOTE To who opened a channel for events a plain 200 is an open channel that broke: it would be opened again at once.
  const isStream = request.headers.accept?.includes('text/event-stream')
  await reply
    .code(isStream ? 403 : httpStatus)
    .header('cache-control', 'no-store')
    .send({ ...body, request_id: request.id })
}
