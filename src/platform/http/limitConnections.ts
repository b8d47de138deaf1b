import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { isIPv6, type Socket } from 'node:net'
import { minutes } from '#kit/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import { addressPrefix } from '#platform/limits/addressPrefix.ts'
import type { Log } from '#platform/log/log.ts'
import { TooMany } from './failures.ts'

/** Retry-After in seconds for a client with too many connections. */
const RETRY_AFTER = 5
const MSG = 'too many connections from this address'
const REFUSAL_BODY = JSON.stringify({ status: -429, msg: MSG, detail: MSG })
const REFUSAL = [
  'HTTP/1.1 429 Too Many Requests',
  'content-type: application/json; charset=utf-8',
  `content-length: ${REFUSAL_BODY.length}`,
  `retry-after: ${RETRY_AFTER}`,
  'connection: close',
  '',
  REFUSAL_BODY,
].join('\r\n')

type Options = { most: number; trustProxy: string | false; clock: Clock; log: Log }

/**
 * Limits the open connections per client address in this process. Connections from a trusted proxy are shared by many clients, so
 * calls under way are counted per forwarded address instead. Both return 429.
 */
export function limitConnections(app: FastifyInstance, { most, trustProxy, clock, log }: Options): void {
  if (most === 0) return
  const isProxy = trustProxy === false ? () => false : proxyAddress.compile(trustProxy.split(',').map((one) => one.trim()))
  const connections = new OpenCounts()
  const calls = new OpenCounts()
  const warn = warner(clock, (address) =>
    log.warn({ address, most }, `${MSG}; where it is a proxy, name it in TRUSTED_PROXIES, or set CONNECTIONS_PER_ADDRESS`),
  )
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address, 0)) return
    socket.once('close', connections.open(ownerOf(address)))
    if (connections.of(ownerOf(address)) <= most) return
    warn(address)
    socket.end(REFUSAL)
    socket.destroySoon()
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!isProxy(request.socket.remoteAddress ?? '', 0)) return
    const owner = ownerOf(request.ip)
    reply.raw.once('close', calls.open(owner))
    if (calls.of(owner) > most) throw new TooMany(RETRY_AFTER)
  })
}

/**
 * Returns an IPv4 address unchanged and the network of an IPv6 address, because one household has more IPv6 addresses than can be
 * counted.
 */
const ownerOf = (ip: string): string => (isIPv6(ip) && !ip.startsWith('::ffff:') ? addressPrefix(ip) : ip)

class OpenCounts {
  readonly #counts = new Map<string, number>()

  of(owner: string): number {
    return this.#counts.get(owner) ?? 0
  }

  /** Increments the count until the returned function is called. */
  open(owner: string): () => void {
    this.#counts.set(owner, this.of(owner) + 1)
    return () => {
      const left = this.of(owner) - 1
      if (left > 0) this.#counts.set(owner, left)
      else this.#counts.delete(owner)
    }
  }
}

/** Returns a function that warns at most once a minute. */
function warner(clock: Clock, warn: (address: string) => void): (address: string) => void {
  let last = -Infinity
  return (address) => {
    const now = clock.now().getTime()
    if (now - last < minutes(1)) return
    last = now
    warn(address)
  }
}
