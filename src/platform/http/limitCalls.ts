import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RouteLimit, RouteSpec } from '#shared/contract.ts'
import { minutes } from '#shared/units.ts'
import { networkOf } from '#platform/limits/limits.ts'
import type { Limits } from '#platform/limits/limits.ts'
import type { Caller } from './caller.ts'
import { RefusalError, TooManyRequests } from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    limitCall?: LimitCall
    /** Counts a call of a route for bytes. Throws TooManyRequests. */
    consumeLimit?: Limits['consume']
  }
}

type LimitedCall = {
  name: string
  spec: RouteSpec
  request: FastifyRequest
  reply: FastifyReply
  caller: Caller | undefined
}
type LimitCall = (call: LimitedCall) => Promise<void>

/** Calls that a process reserves in the database at a time, so that not every call of a user writes a row. */
const LEASE_CALLS = 20

/**
 * Enforces the limits of each route, and `perMinute` calls per user over all routes (0 for no limit). Rejected calls get 429 with
 * Retry-After, or the refusal `tooFrequent` where the contract has one.
 */
export function setLimits(app: FastifyInstance, limits: Limits, { perMinute }: { perMinute: number }): void {
  const lease = Math.min(LEASE_CALLS, perMinute)
  const leases = new Map<string, { left: number }>()
  const renewals = new Map<string, Promise<void>>()
  const renew = async (userId: string) => {
    await limits.consume(`calls:${userId}`, { max: perMinute, within: minutes(1) }, lease)
    if (leases.size > 10_000) leases.clear()
    leases.set(userId, { left: lease })
  }
  const takeFromLease = async (userId: string): Promise<void> => {
    const current = leases.get(userId)
    if (current && current.left > 0) return void current.left--
    // @NOTE Concurrent calls share one lease. Otherwise a page with thirty concurrent requests would take thirty leases.
    const renewing = renewals.get(userId) ?? renew(userId).finally(() => renewals.delete(userId))
    renewals.set(userId, renewing)
    await renewing
    return takeFromLease(userId)
  }
  const take = async ({ name, spec, request, caller }: LimitedCall) => {
    if (perMinute > 0 && caller) await takeFromLease(caller.userId)
    for (const limit of spec.limits ?? []) await limits.consume(`${name}:${limitKey(limit, request, caller)}`, limit)
  }
  app.decorate('consumeLimit', (key, limit) => limits.consume(key, limit))
  app.decorate('limitCall', async (call) => {
    try {
      await take(call)
    } catch (error) {
      const tooFrequent = call.spec.refusals?.['tooFrequent']
      if (!tooFrequent || !(error instanceof TooManyRequests)) throw error
      void call.reply.header('retry-after', error.retryAfterSeconds)
      throw new RefusalError(tooFrequent)
    }
  })
}

const limitKey = ({ per }: RouteLimit, request: FastifyRequest, caller: Caller | undefined): string =>
  per === 'user' && caller ? caller.userId : networkOf(request.ip)
