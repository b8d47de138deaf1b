import { sql } from 'kysely'
import type { Millis, Bytes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'

export type FileTotals = { files: number; duration: Millis; transcribed: Millis; recent: Millis; busiest: number | null }
export type Span = { userId: string; from: Date; to: Date; ahead: Millis }

/**
 * Returns the totals of a user's recordings outside the trash in one query. `ahead` is the offset of the user's time zone from
 * UTC.
 */
export async function sumFiles(
  ctx: AppContext,
  userId: string,
  { since, ahead }: { since: Date; ahead: Millis },
): Promise<FileTotals> {
  const { rows } = await sql<FileTotals>`
    select count(*) as files,
      coalesce(sum(duration_ms), 0) as duration,
      coalesce(sum(duration_ms) filter (where has_transcript), 0) as transcribed,
      coalesce(sum(duration_ms) filter (where start_time > ${since} and start_time <= ${ctx.clock.now()}), 0) as recent,
      mode() within group (order by extract(hour from (start_time + ${ahead} * interval '1 millisecond') at time zone 'UTC')::int)
        as busiest
    from file where user_id = ${userId} and trashed_at is null`.execute(ctx.db)
  if (!rows[0]) throw new Error('a sum always returns a row')
  return rows[0]
}

/** Returns how many recordings started on each day of a span. Days are in the user's time zone and counted from 1970. */
export async function countByDay(ctx: AppContext, { userId, from, to, ahead }: Span): Promise<{ day: number; files: number }[]> {
  const { rows } = await sql<{ day: number; files: number }>`
    select floor((extract(epoch from start_time) * 1000 + ${ahead}) / 86400000)::int as day, count(*) as files
    from file where user_id = ${userId} and trashed_at is null and start_time >= ${from} and start_time < ${to}
    group by 1`.execute(ctx.db)
  return rows
}

/** Storage used by an account in bytes: audio, and text as stored. Written by triggers of the database. */
export type StorageUse = { sound_bytes: Bytes; text_bytes: Bytes }
type StorageRecord = StorageUse & { user_id: string }

const NO_STORAGE: StorageUse = { sound_bytes: 0, text_bytes: 0 }

const ownStorage = (ctx: AppContext, userId: string) =>
  ctx.db
    .withTables<{ storage_use: StorageRecord }>()
    .selectFrom('storage_use')
    .select(['sound_bytes', 'text_bytes'])
    .where('user_id', '=', userId)

export const readStorage = async (ctx: AppContext, userId: string): Promise<StorageUse> =>
  (await ownStorage(ctx, userId).executeTakeFirst()) ?? NO_STORAGE

/** Like `readStorage`, with a row lock until the transaction ends. @NOTE This must be the last lock of a transaction. */
export const lockStorage = async (tx: AppContext, userId: string): Promise<StorageUse> =>
  (await ownStorage(tx, userId).forUpdate().executeTakeFirst()) ?? NO_STORAGE
