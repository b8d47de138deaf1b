import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { KiB, seconds } from '#kit/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { callerOf } from '#platform/http/caller.ts'
import { NotSignedIn } from '#platform/http/failures.ts'
import { type Operation, answering } from '#platform/http/openApi.ts'
import type { Live, Told } from './live.ts'

/** Interval of comment lines that keep proxies from closing an idle stream. */
const BEAT = seconds(20)
/** Maximum number of open streams per account in this process: as many as the tabs that a user switches between. */
export const STREAMS_MAX = 10
/** The last event of a stream that was replaced by a newer one. */
const REPLACED = 'event: replaced\ndata: {}\n\n'
/** Maximum number of unread bytes. A client with more is no longer reading. */
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
 * `GET /live`: server-sent events for a signed-in caller. The event name is the topic, its data is `{ id, … }` with the data of
 * the topic's feature. Clients also poll, so a missed event only delays an update. The session is checked before every event and
 * at every heartbeat, so a signed-out session gets no more events. An account may have `STREAMS_MAX` streams. A further stream
 * replaces the oldest one, which often belongs to a suspended computer.
 */
export function liveRoutes(app: FastifyInstance, live: Live, clock: Clock): void {
  const open = new Set<() => void>()
  /** Functions that end the streams of an account, oldest first. */
  const byAccount = new Map<string, Set<(last?: string) => void>>()
  // @NOTE A stopping server waits for its connections, and these streams never end by themselves.
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
    // Events are written one after another: data that is read concurrently could arrive in the wrong order, the older last.
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
    // the client disconnected
  }
}
