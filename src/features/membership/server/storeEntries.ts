import { sql } from 'kysely'
import { newId } from '#shared/newId.ts'
import type { AppContext } from '#platform/context.ts'

/** A change of a user's minutes. Entries are append-only. */
export type MinuteEntry = {
  user_id: string
  entry_id: string
  kind: 'grant' | 'hold' | 'use' | 'release' | 'void' | 'refund'
  seconds: number
  file_id: string | null
  file_name: string | null
  source: string
  /** Start of the month it counts towards, in entries of the first release. */
  period_start: Date | null
  at: Date
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ minute_entry: MinuteEntry }>()

/** Kinds that the history shows. Held minutes only appear once they are used. */
const SHOWN_KINDS = ['grant', 'use', 'refund', 'void'] as const
export type ShownEntry = MinuteEntry & { kind: (typeof SHOWN_KINDS)[number] }

type NewEntry = Pick<MinuteEntry, 'user_id' | 'kind' | 'seconds' | 'source'> & Partial<Pick<MinuteEntry, 'file_id' | 'file_name'>>

/** Adds an entry with the current time, unless one of this source exists. */
export const insertEntry = async (tx: AppContext, entry: NewEntry): Promise<void> =>
  void (await tables(tx)
    .insertInto('minute_entry')
    .values({
      entry_id: newId(tx.clock.now()),
      at: tx.clock.now(),
      period_start: null,
      file_id: null,
      file_name: null,
      ...entry,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).doNothing())
    .execute())

/** Removes the ids of deleted recordings from the entries. Their names stay. */
export async function removeFileIds(ctx: AppContext, userId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  await tables(ctx)
    .updateTable('minute_entry')
    .set({ file_id: null })
    .where('user_id', '=', userId)
    .where(sql<boolean>`file_id = any(${[...fileIds]}::text[])`)
    .execute()
}

/** Returns whether the user has ever used minutes. */
export const hasUsedMinutes = async (ctx: AppContext, userId: string): Promise<boolean> =>
  (await tables(ctx)
    .selectFrom('minute_entry')
    .select('entry_id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'use')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Returns the seconds that the user has ever used, minus refunds. */
export async function sumUsed(ctx: AppContext, userId: string): Promise<number> {
  const { used } = await tables(ctx)
    .selectFrom('minute_entry')
    .select(sql<string>`coalesce(sum(case kind when 'use' then seconds when 'refund' then -seconds else 0 end), 0)`.as('used'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(used)
}

const shownEntries = (ctx: AppContext, userId: string) =>
  tables(ctx).selectFrom('minute_entry').where('user_id', '=', userId).where('kind', 'in', SHOWN_KINDS)

/** Returns a page of the entries that the history shows, newest first. */
export const listEntries = async (
  ctx: AppContext,
  userId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<ShownEntry[]> =>
  (await shownEntries(ctx, userId)
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('entry_id', 'desc')
    .offset(skip)
    .limit(limit)
    .execute()) as ShownEntry[]

/** Returns the number of entries that the history shows. */
export async function countEntries(ctx: AppContext, userId: string): Promise<number> {
  const { count } = await shownEntries(ctx, userId)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns all entries that the history shows, oldest first, for the personal data export. */
export const listAllEntries = async (ctx: AppContext, userId: string): Promise<ShownEntry[]> =>
  (await shownEntries(ctx, userId).selectAll().orderBy('at').orderBy('entry_id').execute()) as ShownEntry[]
