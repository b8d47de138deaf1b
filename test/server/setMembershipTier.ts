import { executeSql } from '#platform/db/db.ts'
import type { MembershipType } from '#features/membership/rules.ts'
import type { TestServer } from './testServer.ts'

/** Gives a user a membership as if it had been bought. `until` is an ISO date; null means no end. */
export async function setMembershipTier(
  server: TestServer,
  userId: string,
  tier: MembershipType,
  expiresAt: string | null = null,
): Promise<void> {
  const startsAt = server.clock.now()
  await executeSql(
    server.ctx.db,
    `insert into membership (user_id, tier, flag, start_time, expire_time) values ($1, $2, null, $3, $4)
     on conflict (user_id) do update set tier = excluded.tier, start_time = excluded.start_time, expire_time = excluded.expire_time`,
    [userId, tier, startsAt, expiresAt],
  )
}
