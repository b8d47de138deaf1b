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
  /** What it was given for. The same cause gives it once. */
  source: 'server' | 'manual' | 'code' | 'trial' | 'payment'
  source_ref: string
  /** What renews it; null when it ends by itself. */
  renewal: 'ios' | 'android' | 'web' | 'stripe' | null
  made_at: Date
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ membership: MembershipRecord }>()

/** Lower tiers first. */
const RANK = sql<number>`array_position(array['none', 'free', 'starter', 'pro', 'unlimited', 'backer'], tier)`

/** Returns the highest membership that is valid now, or undefined before the server has given one. */
export const currentMembership = async (ctx: AppContext, userId: string): Promise<MembershipRecord | undefined> =>
  tables(ctx)
    .selectFrom('membership')
    .selectAll()
    .where('user_id', '=', userId)
    .where('start_time', '<=', ctx.clock.now())
    .where(({ or, eb }) => or([eb('expire_time', 'is', null), eb('expire_time', '>', ctx.clock.now())]))
    .orderBy(RANK, 'desc')
    .orderBy(sql`expire_time desc nulls first`)
    .orderBy('membership_id')
    .limit(1)
    .executeTakeFirst()

/** Returns all memberships of a user, past and future ones too, oldest first. */
export const listMemberships = async (ctx: AppContext, userId: string): Promise<MembershipRecord[]> =>
  tables(ctx)
    .selectFrom('membership')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('start_time')
    .orderBy('membership_id')
    .execute()

/** Returns false when a membership of this cause exists. */
export async function insertMembership(tx: AppContext, row: MembershipRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('membership')
    .values(row)
    .onConflict((conflict) => conflict.columns(['source', 'source_ref']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findMembership = async (ctx: AppContext, membershipId: string): Promise<MembershipRecord | undefined> =>
  tables(ctx).selectFrom('membership').selectAll().where('membership_id', '=', membershipId).executeTakeFirst()

/** Sets the end of a membership. */
export const setMembershipEnd = async (tx: AppContext, membershipId: string, end: Date): Promise<void> =>
  void (await tables(tx).updateTable('membership').set({ expire_time: end }).where('membership_id', '=', membershipId).execute())
