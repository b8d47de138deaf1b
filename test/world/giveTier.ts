import { executeSql } from '#platform/db/db.ts'
import type { MembershipType } from '#features/membership/rules.ts'
import type { World } from './world.ts'

/** Gives a user a membership as if it had been bought. `until` is an ISO date; null means no end. */
export async function giveTier(w: World, userId: string, tier: MembershipType, until: string | null = null): Promise<void> {
  const start = w.clock.now()
  await executeSql(
    w.ground.db,
    `insert into membership (user_id, tier, flag, start_time, expire_time) values ($1, $2, null, $3, $4)
     on conflict (user_id) do update set tier = excluded.tier, start_time = excluded.start_time, expire_time = excluded.expire_time`,
    [userId, tier, start, until],
  )
}
