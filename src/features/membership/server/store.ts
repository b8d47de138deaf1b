import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import type { MembershipType } from '../rules.ts'

export type MembershipRecord = {
  user_id: string
  tier: MembershipType
  flag: 'Yearly' | 'Monthly' | null
  start_time: Date
  expire_time: Date | null
}
export type MinuteEntry = {
  user_id: string
  entry_id: string
  kind: 'grant' | 'use' | 'refund'
  seconds: number
  file_id: string | null
  file_name: string | null
  source: string
  period_start: Date
  at: Date
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ membership: MembershipRecord; minute_entry: MinuteEntry }>()

/** Returns the membership that is valid now; undefined for a starter. */
export const currentMembership = async (ctx: AppContext, userId: string) =>
  tables(ctx)
    .selectFrom('membership')
    .selectAll()
    .where('user_id', '=', userId)
    .where('start_time', '<=', ctx.clock.now())
    .where(({ or, eb }) => or([eb('expire_time', 'is', null), eb('expire_time', '>', ctx.clock.now())]))
    .executeTakeFirst()

/** Returns false if an entry of this source exists. Waits for a concurrent transaction that inserts the same source. */
export async function insertEntry(tx: AppContext, row: MinuteEntry): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('minute_entry')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Removes the ids of deleted recordings from the entries. Their names stay. */
export async function removeFileIds(ctx: AppContext, userId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  await tables(ctx)
    .updateTable('minute_entry')
    .set({ file_id: null })
    .where('user_id', '=', userId)
    .where('file_id', 'in', fileIds)
    .execute()
}

/** Returns the seconds granted and used (minus refunds) in periods since `start`, and whether the user has ever used any. */
export async function sumEntries(ctx: AppContext, userId: string, start: Date) {
  const sums = await tables(ctx)
    .selectFrom('minute_entry')
    .select([
      sql<string>`coalesce(sum(seconds) filter (where kind = 'grant' and period_start >= ${start}), 0)`.as('granted'),
      sql<string>`coalesce(sum(case kind when 'use' then seconds when 'refund' then -seconds end)
        filter (where period_start >= ${start}), 0)`.as('used'),
      sql<boolean>`coalesce(bool_or(kind = 'use'), false)`.as('has_use'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { granted: Number(sums.granted), used: Number(sums.used), hasUse: sums.has_use }
}

/** Returns a page of entries, newest first. */
export const listEntries = async (
  ctx: AppContext,
  userId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<MinuteEntry[]> =>
  tables(ctx)
    .selectFrom('minute_entry')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('entry_id', 'desc')
    .offset(skip)
    .limit(limit)
    .execute()

export async function countEntries(ctx: AppContext, userId: string): Promise<number> {
  const { count } = await tables(ctx)
    .selectFrom('minute_entry')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns all entries, oldest first, for the personal data export. */
export const listAllEntries = async (ctx: AppContext, userId: string): Promise<MinuteEntry[]> =>
  tables(ctx).selectFrom('minute_entry').selectAll().where('user_id', '=', userId).orderBy('at').orderBy('entry_id').execute()
