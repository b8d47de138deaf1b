import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Millis } from '#kit/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { TooMany } from '#platform/http/failures.ts'

/** At most so many at once; what was used comes back evenly over `within`: a delay, never a lock. */
export type Limit = { readonly most: number; readonly within: Millis }

export type Limits = {
  /**
   * Counts `cost` calls (one unless said) under `key`. Rejects with TooMany, and counts nothing, when there have been too many.
   * Keys may hold an address: only their hash is kept.
   */
  take: (key: string, limit: Limit, cost?: number) => Promise<void>
  /** Forgets what was counted, after the right password for example. */
  forgive: (key: string) => Promise<void>
}

type Tables = { rate_limit: { key_hash: Buffer; free_at: Date } }

/** Limits in PostgreSQL, one statement a call, shared by every process (GCRA: one moment a key is all there is to keep). */
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
      // @NOTE A clock that was set back leaves a moment later than any limit makes: without this the key would wait for that day.
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

/** Forgets keys whose calls have all been made good. */
export async function sweepLimits(db: Db, clock: Clock): Promise<void> {
  await db.withTables<Tables>().deleteFrom('rate_limit').where('free_at', '<', clock.now()).execute()
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()
