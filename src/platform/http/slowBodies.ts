import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Bytes, KiB, type Millis, minutes, seconds } from '#kit/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { TooSlow } from './failures.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is passed on while it arrives, so it may take hours; it only has to keep arriving. */
    streamsBody?: boolean
  }
}

/** Every body that is read whole has this time, and a second for each 64 KB that its route allows. */
const BODY_TIME: Millis = seconds(30)
const BYTES_A_SECOND: Bytes = 64 * KiB
/** A streamed body brings at least so much in each such time: 4 kbit/s, and nothing at all for less than two minutes. */
const STREAM_WINDOW: Millis = minutes(2)
const STREAM_LEAST: Bytes = 64 * KiB

/**
 * Ends requests whose body does not arrive in time: answered 408 where a body is read whole, by closing the connection where it
 * is streamed or an answer has been given already. Node has one time for all requests, which could not be both short and long.
 */
export function limitBodyTime(app: FastifyInstance, clock: Clock): void {
  app.addHook('onRequest', async (request, reply) => {
    const { headers, raw } = request
    // A call from inside this process has no connection: its body is there.
    if (!(raw.socket instanceof Socket)) return
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
      void watch(request, reply, clock)
  })
}

async function watch(request: FastifyRequest, reply: FastifyReply, clock: Clock): Promise<void> {
  const { raw, routeOptions } = request
  const ended = new AbortController()
  raw.once('close', () => ended.abort())
  try {
    if (routeOptions.config.streamsBody) await stalled(reply, clock, ended.signal)
    else await clock.wait(BODY_TIME + seconds(1) * (routeOptions.bodyLimit / BYTES_A_SECOND), ended.signal)
  } catch {
    return // it has arrived, or its sender has left
  }
  if (raw.complete) return
  // @NOTE Destroying a request destroys its connection. Where its body is being read whole, the reader takes the error and answers.
  if (!routeOptions.config.streamsBody && raw.listenerCount('error') > 0) raw.emit('error', new TooSlow())
  else raw.destroy()
}

/**
 * Resolves when too little arrived in a window, and after a window that began with the answer given: nothing more is wanted then.
 * What waits for us to read it is not the sender's delay.
 */
async function stalled(reply: FastifyReply, clock: Clock, signal: AbortSignal): Promise<void> {
  const { raw } = reply.request
  for (;;) {
    const isAnswered = reply.sent
    const before = raw.socket.bytesRead
    await clock.wait(STREAM_WINDOW, signal)
    if (isAnswered || (raw.readableLength === 0 && raw.socket.bytesRead - before < STREAM_LEAST)) return
  }
}
