import { isIPv6, type Socket } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { minutes } from '#shared/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { networkOf } from '#platform/limits/limits.ts'
import type { Log } from '#platform/log/log.ts'
import { TooManyRequests } from './errors.ts'

/** Retry-After in seconds for a client with too many connections. */
const RETRY_AFTER = 5
const MESSAGE = 'too many connections from this address'
const REFUSAL_BODY = JSON.stringify({ status: -429, msg: MESSAGE, detail: MESSAGE })
const REFUSAL = [
  'HTTP/1.1 429 Too Many Requests',
  'content-type: application/json; charset=utf-8',
  `content-length: ${REFUSAL_BODY.length}`,
  `retry-after: ${RETRY_AFTER}`,
  'connection: close',
  '',
  REFUSAL_BODY,
].join('\r\n')

type Options = { max: number; trustProxy: string | false; clock: Clock; log: Log }

/**
 * Limits the open connections per client address in this process. Many clients share the connections of a trusted proxy, so its
 * open requests are counted per forwarded address instead. Both return 429.
 */
export function limitConnections(app: FastifyInstance, { max, trustProxy, clock, log }: Options): void {
  if (max === 0) return
  const isTrustedProxy =
    trustProxy === false ? () => false : proxyAddress.compile(trustProxy.split(',').map((entry) => entry.trim()))
  const connections = new OpenCounts()
  const calls = new OpenCounts()
  const warn = createWarner(clock, (address) =>
    log.warn(
      { address, most: max },
      `${MESSAGE}; where it is a proxy, name it in TRUSTED_PROXIES, or set CONNECTIONS_PER_ADDRESS`,
    ),
  )
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isTrustedProxy(address, 0)) return
    socket.once('close', connections.increment(connectionKey(address)))
    if (connections.get(connectionKey(address)) <= max) return
    warn(address)
    socket.end(REFUSAL)
    socket.destroySoon()
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!isTrustedProxy(request.socket.remoteAddress ?? '', 0)) return
    const clientKey = connectionKey(request.ip)
    reply.raw.once('close', calls.increment(clientKey))
    if (calls.get(clientKey) > max) throw new TooManyRequests(RETRY_AFTER)
  })
}

/**
 * Returns an IPv4 address unchanged and the network of an IPv6 address, because one household has more IPv6 addresses than can be
 * counted.
 */
const connectionKey = (ip: string): string => (isIPv6(ip) && !ip.startsWith('::ffff:') ? networkOf(ip) : ip)

class OpenCounts {
  readonly #counts = new Map<string, number>()

  get(clientKey: string): number {
    return this.#counts.get(clientKey) ?? 0
  }

  /** Increments the count until the returned function is called. */
  increment(clientKey: string): () => void {
    this.#counts.set(clientKey, this.get(clientKey) + 1)
    return () => {
      const remaining = this.get(clientKey) - 1
      if (remaining > 0) this.#counts.set(clientKey, remaining)
      else this.#counts.delete(clientKey)
    }
  }
}

/** Returns a function that warns at most once a minute. */
function createWarner(clock: Clock, warn: (address: string) => void): (address: string) => void {
  let last = -Infinity
  return (address) => {
    const now = clock.now().getTime()
    if (now - last < minutes(1)) return
    last = now
    warn(address)
  }
}
