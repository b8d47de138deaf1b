import { executeSql } from '#platform/db/db.ts'
import { newId } from '#shared/newId.ts'
import type { MembershipType } from '#features/membership/rules.ts'
import type { TestServer } from './testServer.ts'

/**
 * Gives a user a membership as if it had been bought. `expiresAt` is an ISO date; null means no end. `free`, `none` and `starter`
 * replace the plan of the server.
 */
export async function setMembershipTier(
  server: TestServer,
  userId: string,
  tier: MembershipType,
  expiresAt: string | null = null,
): Promise<void> {
  const isPlanOfServer = tier === 'free' || tier === 'none' || tier === 'starter'
  const now = server.clock.now()
  await executeSql(
    server.ctx.db,
    `insert into membership (membership_id, user_id, tier, flag, start_time, expire_time, source, source_ref, made_at, livemode)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $5, $9)
     on conflict (source, source_ref) do update set tier = excluded.tier, expire_time = excluded.expire_time`,
    [
      newId(now),
      userId,
      tier,
      isPlanOfServer ? null : 'Monthly',
      now,
      expiresAt,
      ...(isPlanOfServer ? ['server', userId] : ['manual', newId(now)]),
      server.config.instanceMode === 'live',
    ],
  )
}
