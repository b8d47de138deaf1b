import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Millis } from '#kit/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { TooMany } from '#platform/http/failures.ts'

/** `max` calls at once, restored evenly over `within`. It delays clients and never locks them out. */
export type Limit = { readonly most: number; readonly within: Millis }

export type Limits = {
  /**
   * Counts `cost` calls (1 by default) under `key`. Rejects with TooMany, without counting, when the limit is exceeded. Keys may
   * contain an e-mail address: only their hash is stored.
   */
  take: (key: string, limit: Limit, cost?: number) => Promise<void>
  /** Resets the count, for example after the right password. */
  forgive: (key: string) => Promise<void>
}

type Tables = { rate_limit: { key_hash: Buffer; free_at: Date } }

/**
 * Returns rate limits in PostgreSQL, shared by all processes. They use GCRA: one statement per call and one timestamp per key.
 */
export function openLimits(db: Db, clock: Clock): Limits {
  const tables = db.withTables<Tables>()
  return {
    take: async (key, { most, within }, cost = 1) => {
      const now = clock.now()
      const hash = hashOf(key)
      const each = within / most
      const latest = new Date(now.getTime() + within)
      const after = sql<Date>`greatest(rate_limit.free_at, ${now}) + ${each * cost} * interval '1 millisecond'`
      const counted = await tables
        .insertInto('rate_limit')
        .values({ key_hash: hash, free_at: new Date(now.getTime() + each * cost) })
        .onConflict((conflict) => conflict.column('key_hash').doUpdateSet({ free_at: after }).where(after, '<=', latest))
        .returning('free_at')
        .executeTakeFirst()
      if (counted) return
      // @NOTE After a clock was set back, the stored time may be later than any limit allows. Without this cap the key would be
      // locked until then.
      const freeAt = sql<Date>`least(free_at, ${latest})`
      const kept = await tables
        .updateTable('rate_limit')
        .set({ free_at: freeAt })
        .where('key_hash', '=', hash)
        .returning('free_at')
        .executeTakeFirst()
      const wait = (kept?.free_at.getTime() ?? now.getTime()) + each * cost - latest.getTime()
      throw new TooMany(Math.max(1, Math.ceil(wait / 1000)))
    },
    forgive: async (key) => void (await tables.deleteFrom('rate_limit').where('key_hash', '=', hashOf(key)).execute()),
  }
}

/** Deletes keys whose limit is fully restored. */
export async function sweepLimits(db: Db, clock: Clock): Promise<void> {
  await db.withTables<Tables>().deleteFrom('rate_limit').where('free_at', '<', clock.now()).execute()
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()
