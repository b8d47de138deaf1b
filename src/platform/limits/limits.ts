import { createHash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Millis, hours } from '#shared/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { TooManyRequests } from '#platform/http/errors.ts'
import { type Jobs, job } from '#platform/jobs/jobs.ts'

/** `max` calls at once, restored evenly over `within`. It delays clients and never locks them out. */
export type Limit = { readonly max: number; readonly within: Millis }

export type Limits = {
  /**
   * Counts `cost` calls (1 by default) under `key`. Rejects with TooManyRequests, without counting, when the limit is exceeded. Keys may
   * contain an e-mail address: only their hash is stored.
   */
  consume: (key: string, limit: Limit, cost?: number) => Promise<void>
  /** Resets the count, for example after a correct password. */
  reset: (key: string) => Promise<void>
}

type Tables = { rate_limit: { key_hash: Buffer; free_at: Date } }

/**
 * Returns rate limits in PostgreSQL, shared by all processes. They use GCRA: one statement per call and one timestamp per key.
 */
export function createLimits(db: Db, clock: Clock): Limits {
  const tables = db.withTables<Tables>()
  return {
    consume: async (key, { max, within }, cost = 1) => {
      const now = clock.now()
      const hash = hashKey(key)
      const interval = within / max
      const latestFreeAt = new Date(now.getTime() + within)
      const nextFreeAt = sql<Date>`greatest(rate_limit.free_at, ${now}) + ${interval * cost} * interval '1 millisecond'`
      const inserted = await tables
        .insertInto('rate_limit')
        .values({ key_hash: hash, free_at: new Date(now.getTime() + interval * cost) })
        .onConflict((conflict) =>
          conflict.column('key_hash').doUpdateSet({ free_at: nextFreeAt }).where(nextFreeAt, '<=', latestFreeAt),
        )
        .returning('free_at')
        .executeTakeFirst()
      if (inserted) return
      // @NOTE After a clock was set back, the stored time may be later than any limit allows. Without this cap the key would be
      // locked until then.
      const freeAt = sql<Date>`least(free_at, ${latestFreeAt})`
      const current = await tables
        .updateTable('rate_limit')
        .set({ free_at: freeAt })
        .where('key_hash', '=', hash)
        .returning('free_at')
        .executeTakeFirst()
      const wait = (current?.free_at.getTime() ?? now.getTime()) + interval * cost - latestFreeAt.getTime()
      throw new TooManyRequests(Math.max(1, Math.ceil(wait / 1000)))
    },
    reset: async (key) => void (await tables.deleteFrom('rate_limit').where('key_hash', '=', hashKey(key)).execute()),
  }
}

const deleteExpiredJob = job('limits.delete-expired', z.object({}))

/** Registers an hourly job that deletes the keys whose limit is fully restored. */
export function scheduleLimitDeletion(jobs: Jobs, db: Db, clock: Clock): void {
  jobs.work(deleteExpiredJob, async () => {
    await db.withTables<Tables>().deleteFrom('rate_limit').where('free_at', '<', clock.now()).execute()
  })
  jobs.schedule(hours(1), deleteExpiredJob, {})
}

const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/**
 * Returns the network of an address that one household or office shares: /24 of IPv4, /56 of IPv6. Every spelling of an address
 * gives the same result; IPv4-mapped IPv6 addresses count as IPv4.
 */
export function networkOf(ip: string): string {
  if (isIPv4(ip)) return `${ip.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(ip)) return 'unknown'
  const groups = parseIpv6(ip.split('%')[0] ?? '')
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return `${groups[6]! >> 8}.${groups[6]! & 0xff}.${groups[7]! >> 8}.0/24`
  return `${[...groups.slice(0, 3), groups[3]! & 0xff00].map((group) => group.toString(16)).join(':')}::/56`
}

/** Returns the eight groups of an IPv6 address. The URL parser accepts every spelling. */
function parseIpv6(ip: string): number[] {
  const [head = '', rest] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::')
  const numbers = (text: string) => text.split(':').flatMap((group) => (group === '' ? [] : Number.parseInt(group, 16)))
  const left = numbers(head)
  const right = numbers(rest ?? '')
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}
