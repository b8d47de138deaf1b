import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { bytesRoute } from '#shared/bytesRoute.ts'
import { KiB, seconds } from '#shared/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { authenticateRequest } from '#platform/http/caller.ts'
import { NotSignedIn } from '#platform/http/errors.ts'
import { type BytesInput, serveBytes } from '#platform/http/serveBytes.ts'
import type { Live, LiveMessage } from './live.ts'

/** Interval of comment lines that keep proxies from closing an idle stream. */
const HEARTBEAT_INTERVAL = seconds(20)
/** Maximum number of open streams per account in this process: as many as the tabs that a user switches between. */
export const MAX_STREAMS = 10
/** The last event of a stream that was replaced by a newer one. */
const REPLACED_EVENT = 'event: replaced\ndata: {}\n\n'
/** Maximum number of unread bytes. A client with more is no longer reading. */
const MAX_UNREAD_BYTES = 256 * KiB

export const liveBytes = {
  listen: bytesRoute({
    method: 'GET',
    path: '/live',
    access: 'signed-in',
    summary: "Server-sent events of the caller's account: the event is the topic, the data is JSON with the ids of what changed",
    sends: { description: 'The stream; a comment line every 20 seconds keeps it open.', type: 'text/event-stream' },
  }),
} as const

/**
 * `GET /live`: server-sent events for a signed-in caller. The event name is the topic, its data is the payload of
 * the topic in its contract. Clients also poll, so a missed event only delays an update. The session is checked before every event and
 * at every heartbeat, so a signed-out session gets no more events. An account may have `MAX_STREAMS` streams. A further stream
 * replaces the oldest one, which often belongs to a suspended computer.
 */
export function liveRoutes(app: FastifyInstance, live: Live, clock: Clock): void {
  const openStreams = new Set<() => void>()
  /** Functions that end the streams of an account, oldest first. */
  const byAccount = new Map<string, Set<(last?: string) => void>>()
  // @NOTE A stopping server waits for its connections, and these streams never end by themselves.
  app.addHook('preClose', async () => {
    for (const endStream of openStreams) endStream()
  })
  const listen = async ({ caller: { userId }, request, reply }: BytesInput<typeof liveBytes.listen>): Promise<FastifyReply> => {
    const stream = new PassThrough()
    const closed = new AbortController()
    const ownStreams = byAccount.get(userId) ?? new Set()
    const endStream = (last?: string): void => {
      unsubscribe()
      closed.abort()
      stream.end(last)
      openStreams.delete(endStream)
      ownStreams.delete(endStream)
      if (ownStreams.size === 0) byAccount.delete(userId)
    }
    openStreams.add(endStream)
    byAccount.set(userId, ownStreams.add(endStream))
    if (ownStreams.size > MAX_STREAMS) [...ownStreams][0]?.(REPLACED_EVENT)
    const write = async (createText: () => Promise<string>): Promise<void> => {
      if (closed.signal.aborted) return
      try {
        await authenticateRequest(app, request)
        const text = await createText()
        if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy()
        else if (!closed.signal.aborted) stream.write(text)
      } catch (error) {
        if (error instanceof NotSignedIn) endStream()
        else request.log.warn({ err: error }, 'a live event could not be sent')
      }
    }
    // Events are written one after another: data that is read concurrently could arrive in the wrong order, the older last.
    let last = Promise.resolve()
    const enqueue = (createText: () => Promise<string>): void => void (last = last.then(() => write(createText)))
    const unsubscribe = live.subscribeToAll(userId, (message) => enqueue(() => formatEvent(live, message)))
    request.raw.on('close', () => endStream())
    stream.write(': hello\n\n')
    void sendHeartbeats(() => enqueue(async () => ':\n\n'), clock, closed.signal)
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(stream)
  }
  serveBytes(app, 'live', liveBytes, { listen })
}

async function formatEvent(live: Live, message: LiveMessage): Promise<string> {
  return `event: ${message.topic}\ndata: ${JSON.stringify(await live.readPayload(message))}\n\n`
}

async function sendHeartbeats(sendHeartbeat: () => void, clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await clock.wait(HEARTBEAT_INTERVAL, signal)
      sendHeartbeat()
    }
  } catch {
    // the client disconnected
  }
}
