import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { seconds } from '#kit/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { Live, Told } from './live.ts'

/** A comment line this often keeps proxies from closing a quiet channel. */
const BEAT = seconds(20)

/**
 * `GET /live`: server-sent events for one signed-in caller. The event's name is the topic, its data `{ id, … }` with what
 * the topic's feature says of it. Polling stays the truth: an event missed is a list read a little later.
 */
export function liveRoutes(app: FastifyInstance, live: Live, clock: Clock): void {
  app.get('/live', { schema: { hide: true } }, async (request, reply) => {
    const { userId } = await callerOf(app, request)
    const stream = new PassThrough()
    const closed = new AbortController()
    const forget = live.listen(userId, (told) => void write(told))
    const write = async (told: Told): Promise<void> => {
      try {
        const data = { id: told.id, ...(await live.descriptionOf(told)) }
        if (!closed.signal.aborted) stream.write(`event: ${told.topic}\ndata: ${JSON.stringify(data)}\n\n`)
      } catch (error) {
        request.log.warn({ err: error }, 'an event could not be described')
      }
    }
    request.raw.on('close', () => {
      forget()
      closed.abort()
      stream.end()
    })
    void beat(stream, clock, closed.signal)
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(stream)
  })
}

async function beat(stream: PassThrough, clock: Clock, signal: AbortSignal): Promise<void> {
  stream.write(': hello\n\n')
  try {
    for (;;) {
      await clock.wait(BEAT, signal)
      stream.write(':\n\n')
    }
  } catch {
    // the caller went away
  }
}
