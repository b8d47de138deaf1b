import { sql } from 'kysely'
import type { Millis, Seconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'

/**
 * Minutes granted to a user, in seconds. `seconds_total` is the sum of the other four, which the database enforces. An unlimited
 * grant only counts held and used seconds.
 */
export type GrantRecord = {
  grant_id: string
  user_id: string
  kind: 'starter' | 'plan' | 'trial' | 'pack' | 'goodwill'
  /** The cause of the grant. Each pair of `source` and `source_ref` is granted once. */
  source: string
  source_ref: string
  /** The membership that the monthly minutes belong to; null for packs and goodwill. */
  membership_id: string | null
  is_unlimited: boolean
  seconds_total: Seconds
  seconds_left: Seconds
  seconds_held: Seconds
  seconds_used: Seconds
  seconds_void: Seconds
  valid_from: Date
  /** Null: without end. */
  valid_until: Date | null
  voided_at: Date | null
  made_at: Date
}

/** Changes of a grant in seconds. With `seconds_total` included, their sum is 0. */
export type GrantChange = Partial<Record<'left' | 'held' | 'used' | 'void', Seconds>>

type AccountRecord = { user_id: string; made_at: Date }
/** `livemode` is that of the server. Only grants of its own mode can be used. */
type GrantTable = GrantRecord & { livemode: boolean }
const tables = (ctx: AppContext) => ctx.db.withTables<{ minute_grant: GrantTable; entitlement_account: AccountRecord }>()
const isLive = (ctx: AppContext): boolean => ctx.config.instanceMode === 'live'

/** Locks the minutes of a user until the end of the transaction. Everything that changes them calls this first. */
export async function lockAccount(tx: AppContext, userId: string): Promise<void> {
  await tables(tx)
    .insertInto('entitlement_account')
    .values({ user_id: userId, made_at: tx.clock.now() })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  await tables(tx)
    .selectFrom('entitlement_account')
    .select('user_id')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Inserts a grant. Returns false when one of this source exists. */
export async function insertGrant(tx: AppContext, row: GrantRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('minute_grant')
    .values({ ...row, livemode: isLive(tx) })
    .onConflict((conflict) => conflict.columns(['source', 'source_ref']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Returns the currently valid grants that the membership may use, in the order of use: unlimited ones, then those that expire
 * first.
 */
export const listUsableGrants = async (ctx: AppContext, userId: string, membershipId: string | null): Promise<GrantRecord[]> =>
  tables(ctx)
    .selectFrom('minute_grant')
    .selectAll()
    .where('user_id', '=', userId)
    .where('livemode', '=', isLive(ctx))
    .where(({ or, eb }) => or([eb('membership_id', 'is', null), eb('membership_id', '=', membershipId)]))
    .where('voided_at', 'is', null)
    .where('valid_from', '<=', ctx.clock.now())
    .where(({ or, eb }) => or([eb('valid_until', 'is', null), eb('valid_until', '>', ctx.clock.now())]))
    .orderBy('is_unlimited', 'desc')
    .orderBy(sql`valid_until asc nulls last`)
    .orderBy('made_at')
    .orderBy('grant_id')
    .execute()

/** Returns all grants of a user, oldest first. */
export const listGrants = async (ctx: AppContext, userId: string): Promise<GrantRecord[]> =>
  tables(ctx)
    .selectFrom('minute_grant')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('made_at')
    .orderBy('grant_id')
    .execute()

export const findGrant = async (ctx: AppContext, grantId: string): Promise<GrantRecord | undefined> =>
  tables(ctx).selectFrom('minute_grant').selectAll().where('grant_id', '=', grantId).executeTakeFirst()

/** Adds to the seconds of a grant. The database refuses values below zero and sums that are not the total. */
export const changeGrant = async (tx: AppContext, grantId: string, change: GrantChange): Promise<void> =>
  void (await tables(tx)
    .updateTable('minute_grant')
    .set({
      seconds_left: sql`seconds_left + ${change.left ?? 0}`,
      seconds_held: sql`seconds_held + ${change.held ?? 0}`,
      seconds_used: sql`seconds_used + ${change.used ?? 0}`,
      seconds_void: sql`seconds_void + ${change.void ?? 0}`,
    })
    .where('grant_id', '=', grantId)
    .execute())

/** Voids the rest of a grant. */
export const voidGrantSeconds = async (tx: AppContext, grantId: string): Promise<void> =>
  void (await tables(tx)
    .updateTable('minute_grant')
    .set({ seconds_void: sql`seconds_void + seconds_left`, seconds_left: 0, voided_at: tx.clock.now() })
    .where('grant_id', '=', grantId)
    .execute())

/** Makes the voided seconds of a grant usable again. */
export const restoreGrantSeconds = async (tx: AppContext, grantId: string): Promise<void> =>
  void (await tables(tx)
    .updateTable('minute_grant')
    .set({ seconds_left: sql`seconds_left + seconds_void`, seconds_void: 0, voided_at: null })
    .where('grant_id', '=', grantId)
    .execute())

/** Returns the grant of a source. */
export const findGrantOf = async (ctx: AppContext, source: string, sourceRef: string): Promise<GrantRecord | undefined> =>
  tables(ctx)
    .selectFrom('minute_grant')
    .selectAll()
    .where('source', '=', source)
    .where('source_ref', '=', sourceRef)
    .executeTakeFirst()

/** Sets the end of the validity of a grant. */
export const setGrantEnd = async (tx: AppContext, grantId: string, end: Date): Promise<void> =>
  void (await tables(tx).updateTable('minute_grant').set({ valid_until: end }).where('grant_id', '=', grantId).execute())

/** Moves the validity of the grants of a membership. */
export const moveGrants = async (tx: AppContext, membershipId: string, by: Millis): Promise<void> =>
  void (await tables(tx)
    .updateTable('minute_grant')
    .set({
      valid_from: sql`valid_from + ${by} * interval '1 millisecond'`,
      valid_until: sql`valid_until + ${by} * interval '1 millisecond'`,
    })
    .where('membership_id', '=', membershipId)
    .execute())
