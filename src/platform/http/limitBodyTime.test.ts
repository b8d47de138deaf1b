import type { FastifyInstance } from 'fastify'
import { EventEmitter, once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { KiB, MiB, minutes, seconds } from '#shared/units.ts'
import { quietLog } from '#platform/log/log.ts'
import { TestClock } from '#test/server/TestClock.ts'
import { requestHead, openRawConnection } from '#test/server/openRawConnection.ts'
import { createHttpServer } from './createHttpServer.ts'
import { serve } from './serve.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const contract = {
  quick: route({ method: 'GET', path: '/quick', access: 'public', summary: 'Quick', reply: z.object({}) }),
  small: route({ method: 'POST', path: '/small', access: 'public', summary: 'Small', body: z.unknown(), reply: z.object({}) }),
  large: route({
    method: 'POST',
    path: '/large',
    access: 'public',
    summary: 'Large',
    body: z.unknown(),
    bodyLimit: MiB,
    reply: z.object({}),
  }),
  closed: route({
    method: 'POST',
    path: '/closed',
    access: 'signed-in',
    summary: 'Closed',
    body: z.unknown(),
    reply: z.object({}),
  }),
}

/**
 * A server with a test clock. `sendHead` sends the head of a request and resolves when the server reads its body or has responded.
 */
async function slowServer() {
  const clock = new TestClock()
  const app: FastifyInstance = await createHttpServer({ log: quietLog, checksReplies: true, version: '1', clock })
  const events = new EventEmitter()
  app.addHook('preParsing', (request, _reply, _payload, done) => (events.emit('taken', request.raw.socket), done()))
  app.addHook('onResponse', (request, _reply, done) => (events.emit('taken', request.raw.socket), done()))
  serve(app, 'slow', contract, {
    quick: async () => ({}),
    small: async () => ({}),
    large: async () => ({}),
    closed: async () => ({}),
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.put('/refused', { config: { streamsBody: true } }, async (_request, reply) => reply.code(403).send({}))
    scope.put('/stream', { bodyLimit: Number.MAX_SAFE_INTEGER, config: { streamsBody: true } }, async (request) => {
      let bytes = 0
      for await (const piece of request.body as AsyncIterable<Buffer>) bytes += piece.length
      return { bytes }
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const sendHead = async (head: string) => {
    const started = once(events, 'taken') as Promise<[Socket]>
    const [connection, [serverSocket]] = await Promise.all([openRawConnection(port, head), started])
    return { ...connection, serverSocket }
  }
  return { clock, sendHead, [Symbol.asyncDispose]: async () => (app.server.closeAllConnections(), await app.close()) }
}

describe('a slow request body', () => {
  it('gets 408 when it is not complete after 31 seconds', async () => {
    await using server = await slowServer()
    const { closed, socket } = await server.sendHead(requestHead('POST', '/small', 10, JSON_TYPE))
    socket.write('{')
    server.clock.advance(seconds(31))
    const [head = '', body = ''] = (await closed).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1.1 408 /)
    expect(JSON.parse(body)).toMatchObject({ status: -408, msg: 'the body of this request did not arrive in time' })
  })

  it.each([
    ['/small', 31],
    ['/large', 46],
  ])('is accepted by %s within %i seconds', async (path, limitSeconds) => {
    await using server = await slowServer()
    const { socket, closed } = await server.sendHead(requestHead('POST', path, 2, { ...JSON_TYPE, connection: 'close' }))
    server.clock.advance(seconds(limitSeconds) - 1)
    socket.write('{}')
    expect(await closed).toMatch(/^HTTP\/1.1 200 /)
  })

  it.each([
    ['a stranger', 'POST', '/closed', 401],
    ['a GET', 'GET', '/quick', 200],
  ])('of %s does not keep its connection open after the response', async (_sender, method, path, code) => {
    await using server = await slowServer()
    const { closed } = await server.sendHead(requestHead(method, path, 1000, JSON_TYPE))
    server.clock.advance(seconds(31))
    expect(await closed).toContain(`HTTP/1.1 ${code} `)
  })

  it('may take twenty minutes when it is streamed and keeps arriving', async () => {
    await using server = await slowServer()
    const [windowBytes, windowCount] = [64 * KiB, 10]
    const { socket, closed, serverSocket } = await server.sendHead(
      requestHead('PUT', '/stream', windowBytes * windowCount, { connection: 'close' }),
    )
    for (let n = 0; n < windowCount; n++) {
      socket.write(Buffer.alloc(windowBytes))
      await expect.poll(() => serverSocket.bytesRead, { interval: 1 }).toBeGreaterThan(windowBytes * (n + 1))
      server.clock.advance(minutes(2))
    }
    expect(await closed).toContain(`{"bytes":${windowBytes * windowCount}}`)
  })

  it('is aborted when it is streamed and refused, however much of it arrives', async () => {
    await using server = await slowServer()
    const {
      socket,
      closed,
      serverSocket,
      received: receivedText,
    } = await server.sendHead(requestHead('PUT', '/refused', 1000 * MiB))
    await expect.poll(receivedText).toContain('403')
    for (let n = 1; n <= 2; n++) {
      socket.write(Buffer.alloc(64 * KiB))
      await expect.poll(() => serverSocket.bytesRead, { interval: 1 }).toBeGreaterThan(64 * KiB * n)
      server.clock.advance(minutes(2))
    }
    expect(await closed).toMatch(/^HTTP\/1.1 403 /)
  })

  it('is aborted when it is streamed and less than 64 KB arrive in two minutes', async () => {
    await using server = await slowServer()
    const { socket, closed } = await server.sendHead(requestHead('PUT', '/stream', MiB))
    socket.write(Buffer.alloc(64 * KiB - 1))
    server.clock.advance(minutes(2) - 1)
    expect(socket.closed).toBe(false)
    server.clock.advance(1)
    expect(await closed).toBe('')
  })
})
