import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Bytes, KiB, type Millis, minutes, seconds } from '#shared/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { BodyTimeout } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is streamed, so it may take hours as long as it keeps arriving. */
    streamsBody?: boolean
  }
}

/** Time limit for a body that is read as a whole, plus a second for each 64 KB that its route allows. */
const BODY_TIMEOUT: Millis = seconds(30)
const BYTES_PER_SECOND: Bytes = 64 * KiB
/** A streamed body must deliver at least this many bytes per window: 4 kbit/s, with pauses below two minutes. */
const STREAM_WINDOW: Millis = minutes(2)
const STREAM_MIN_BYTES: Bytes = 64 * KiB

/**
 * Ends requests whose body does not arrive in time: with 408 when the body is read as a whole, by closing the connection when it
 * is streamed or already answered. Node has one timeout for all requests, which cannot be both short and long.
 */
export function limitBodyTime(app: FastifyInstance, clock: Clock): void {
  app.addHook('onRequest', async (request, reply) => {
    const { headers, raw } = request
    // A call from inside this process has no connection, and its body is complete.
    if (!(raw.socket instanceof Socket)) return
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
      void enforceTimeout(request, reply, clock)
  })
}

async function enforceTimeout(request: FastifyRequest, reply: FastifyReply, clock: Clock): Promise<void> {
  const { raw, routeOptions } = request
  const closed = new AbortController()
  raw.once('close', () => closed.abort())
  try {
    if (routeOptions.config.streamsBody) await waitUntilStalled(reply, clock, closed.signal)
    else await clock.wait(BODY_TIMEOUT + seconds(1) * (routeOptions.bodyLimit / BYTES_PER_SECOND), closed.signal)
  } catch {
    return // the body is complete or the client has disconnected
  }
  if (raw.complete) return
  // @NOTE Destroying a request destroys its connection. When the body is being read as a whole, its reader gets the error and
  // sends the response.
  if (!routeOptions.config.streamsBody && raw.listenerCount('error') > 0) raw.emit('error', new BodyTimeout())
  else raw.destroy()
}

/**
 * Resolves when too little arrived in a window, or after a window that started with the response already sent, because the rest
 * is no longer needed. Received bytes that the server has not read yet are not the client's delay.
 */
async function waitUntilStalled(reply: FastifyReply, clock: Clock, signal: AbortSignal): Promise<void> {
  const { raw } = reply.request
  for (;;) {
    const isAnswered = reply.sent
    const bytesBefore = raw.socket.bytesRead
    await clock.wait(STREAM_WINDOW, signal)
    if (isAnswered || (raw.readableLength === 0 && raw.socket.bytesRead - bytesBefore < STREAM_MIN_BYTES)) return
  }
}
