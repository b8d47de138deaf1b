import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { KiB, seconds } from '#kit/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { callerOf } from '#platform/http/caller.ts'
import { NotSignedIn } from '#platform/http/failures.ts'
import { type Operation, answering } from '#platform/http/openApi.ts'
import type { Live, Told } from './live.ts'

/** A comment line this often keeps proxies from closing a quiet channel. */
const BEAT = seconds(20)
/** Streams one account may hold open in this process: as many tabs as somebody looks at in turn. */
export const STREAMS_MAX = 10
/** The last event of a stream that a newer one has replaced. */
const REPLACED = 'event: replaced\ndata: {}\n\n'
/** Who lets more than this lie unread is not listening. */
const MOST_UNREAD = 256 * KiB

const LISTEN: Operation = {
  operationId: 'live.listen',
  tags: ['live'],
  summary: "Server-sent events of the caller's account: the event is the topic, the data is JSON with an id",
  isSignedIn: true,
  responses: {
    200: answering('The stream; a comment line every 20 seconds keeps it open.', 'text/event-stream', { type: 'string' }),
  },
  failures: [401, 403, 422, 429],
}

/**
 * `GET /live`: server-sent events for one signed-in caller. The event's name is the topic, its data `{ id, … }` with what
 * the topic's feature says of it. Polling stays the truth: an event missed is a list read a little later. Before anything is
 * said the session is looked at again, so who signed out hears no more; the beat does so while nothing is told. One account holds
 * `STREAMS_MAX` streams: a further one replaces the oldest, which is often one whose computer went to sleep without a word.
 */
export function liveRoutes(app: FastifyInstance, live: Live, clock: Clock): void {
  const open = new Set<() => void>()
  /** What ends the streams of an account, oldest first. */
  const byAccount = new Map<string, Set<(last?: string) => void>>()
  // @NOTE A server waits for its connections before it ends, and these never end by themselves.
  app.addHook('preClose', async () => {
    for (const end of open) end()
  })
  app.get('/live', { schema: { hide: true }, config: { operation: LISTEN } }, async (request, reply) => {
    const { userId } = await callerOf(app, request)
    const stream = new PassThrough()
    const closed = new AbortController()
    const mine = byAccount.get(userId) ?? new Set()
    const end = (last?: string): void => {
      forget()
      closed.abort()
      stream.end(last)
      open.delete(end)
      mine.delete(end)
      if (mine.size === 0) byAccount.delete(userId)
    }
    open.add(end)
    byAccount.set(userId, mine.add(end))
    if (mine.size > STREAMS_MAX) [...mine][0]?.(REPLACED)
    const write = async (textOf: () => Promise<string>): Promise<void> => {
      if (closed.signal.aborted) return
      try {
        await callerOf(app, request)
        const text = await textOf()
        if (stream.writableLength > MOST_UNREAD) stream.destroy()
        else if (!closed.signal.aborted) stream.write(text)
      } catch (error) {
        if (error instanceof NotSignedIn) end()
        else request.log.warn({ err: error }, 'an event could not be described')
      }
    }
    // One after another: two descriptions read at the same moment could arrive in the wrong order, the older one last.
    let last = Promise.resolve()
    const say = (textOf: () => Promise<string>): void => void (last = last.then(() => write(textOf)))
    const forget = live.listen(userId, (told) => say(() => eventOf(live, told)))
    request.raw.on('close', () => end())
    stream.write(': hello\n\n')
    void beat(() => say(async () => ':\n\n'), clock, closed.signal)
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(stream)
  })
}

async function eventOf(live: Live, told: Told): Promise<string> {
  const data = { id: told.id, ...(await live.descriptionOf(told)) }
  return `event: ${told.topic}\ndata: ${JSON.stringify(data)}\n\n`
}

async function beat(once: () => void, clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await clock.wait(BEAT, signal)
      once()
    }
  } catch {
    // the caller went away
  }
}
