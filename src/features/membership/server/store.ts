import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import type { MembershipType } from '../rules.ts'

export type MembershipRecord = {
  membership_id: string
  user_id: string
  tier: MembershipType
  flag: 'Yearly' | 'Monthly' | null
  start_time: Date
  expire_time: Date | null
  /**
   * The end of the paid time; null when it is not paid for. The membership ends a little later, while the renewal payment is
   * pending.
   */
  paid_until: Date | null
  /** The cause of the membership. Each is granted once. */
  source: 'server' | 'manual' | 'code' | 'trial' | 'payment'
  source_ref: string
  /** What renews it; null when it ends by itself. */
  renewal: 'ios' | 'android' | 'web' | 'stripe' | null
  made_at: Date
}

/** `livemode` is that of the server. Only rows of its own mode count. */
const tables = (ctx: AppContext) => ctx.db.withTables<{ membership: MembershipRecord & { livemode: boolean } }>()

/** Tiers in ascending order. */
const RANK = sql<number>`array_position(array['none', 'free', 'starter', 'pro', 'unlimited', 'backer'], tier)`

/** Returns the highest currently valid membership, or undefined when the server has not granted one yet. */
export const currentMembership = async (ctx: AppContext, userId: string): Promise<MembershipRecord | undefined> =>
  tables(ctx)
    .selectFrom('membership')
    .selectAll()
    .where('user_id', '=', userId)
    .where('livemode', '=', isLive(ctx))
    .where('start_time', '<=', ctx.clock.now())
    .where(({ or, eb }) => or([eb('expire_time', 'is', null), eb('expire_time', '>', ctx.clock.now())]))
    .orderBy(RANK, 'desc')
    .orderBy(sql`expire_time desc nulls first`)
    .orderBy('membership_id')
    .limit(1)
    .executeTakeFirst()

/** Returns all memberships of a user, including past and future ones, oldest first. */
export const listMemberships = async (ctx: AppContext, userId: string): Promise<MembershipRecord[]> =>
  tables(ctx)
    .selectFrom('membership')
    .selectAll()
    .where('user_id', '=', userId)
    .where('livemode', '=', isLive(ctx))
    .orderBy('start_time')
    .orderBy('membership_id')
    .execute()

/** Inserts a membership. Returns false when one of this source exists. */
export async function insertMembership(tx: AppContext, row: MembershipRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('membership')
    .values({ ...row, livemode: isLive(tx) })
    .onConflict((conflict) => conflict.columns(['source', 'source_ref']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findMembership = async (ctx: AppContext, membershipId: string): Promise<MembershipRecord | undefined> =>
  tables(ctx).selectFrom('membership').selectAll().where('membership_id', '=', membershipId).executeTakeFirst()

/** Changes the tier, the time or the renewal of a membership. */
export const updateMembership = async (
  tx: AppContext,
  membershipId: string,
  change: Partial<Pick<MembershipRecord, 'tier' | 'start_time' | 'expire_time' | 'paid_until' | 'renewal'>>,
): Promise<void> =>
  void (await tables(tx).updateTable('membership').set(change).where('membership_id', '=', membershipId).execute())

const isLive = (ctx: AppContext): boolean => ctx.config.instanceMode === 'live'
