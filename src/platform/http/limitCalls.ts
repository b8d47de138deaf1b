import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RouteLimit, RouteSpec } from '#kit/contract.ts'
import { minutes } from '#kit/units.ts'
import { addressPrefix } from '#platform/limits/addressPrefix.ts'
import type { Limits } from '#platform/limits/limits.ts'
import type { Caller } from './caller.ts'

declare module 'fastify' {
  interface FastifyInstance {
    limitCall?: LimitCall
  }
}

type LimitCall = (call: { name: string; spec: RouteSpec; request: FastifyRequest; caller: Caller | undefined }) => Promise<void>

/** Calls a process takes out of the database's count at a time, so that not every call of a user writes a row. */
const LEASE = 20

/**
 * Holds every call to the limits of its route, and every user to so many calls a minute in all (`perMinute`, 0 for no such
 * limit). Answers 429 with Retry-After.
 */
export function setLimits(app: FastifyInstance, limits: Limits, { perMinute }: { perMinute: number }): void {
  const lease = Math.min(LEASE, perMinute)
  const leases = new Map<string, { left: number }>()
  const begun = new Map<string, Promise<void>>()
  const renew = async (userId: string) => {
    await limits.take(`calls:${userId}`, { most: perMinute, within: minutes(1) }, lease)
    if (leases.size > 10_000) leases.clear()
    leases.set(userId, { left: lease })
  }
  const takeOneOfMany = async (userId: string): Promise<void> => {
    const held = leases.get(userId)
    if (held && held.left > 0) return void held.left--
    // @NOTE One lease for all that wait: a page that asks thirty things at once would else take thirty of them.
    const renewing = begun.get(userId) ?? renew(userId).finally(() => begun.delete(userId))
    begun.set(userId, renewing)
    await renewing
    return takeOneOfMany(userId)
  }
  app.decorate('limitCall', async ({ name, spec, request, caller }) => {
    if (perMinute > 0 && caller) await takeOneOfMany(caller.userId)
    for (const limit of spec.limits ?? []) await limits.take(`${name}:${whose(limit, request, caller)}`, limit)
  })
}

const whose = ({ per }: RouteLimit, request: FastifyRequest, caller: Caller | undefined): string =>
  per === 'user' && caller ? caller.userId : addressPrefix(request.ip)
