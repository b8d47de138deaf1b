import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'

export type ThreadRecord = {
  user_id: string
  thread_id: string
  /** The recording of the thread; null for several. */
  file_id: string | null
  title: string
  made_at: Date
  changed_at: Date
  /** Null for a thread that was not removed. Only the functions for removed threads include the others. */
  removed_at: Date | null
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ ask_thread: ThreadRecord }>()

const shownOf = (ctx: AppContext, userId: string) =>
  tables(ctx).selectFrom('ask_thread').selectAll().where('user_id', '=', userId).where('removed_at', 'is', null)

/** Returns the threads about several recordings, or about one, latest first. */
export const listThreads = async (ctx: AppContext, userId: string, fileId: string | null): Promise<ThreadRecord[]> =>
  shownOf(ctx, userId)
    .where('file_id', fileId === null ? 'is' : '=', fileId)
    .orderBy('changed_at', 'desc')
    .orderBy('thread_id', 'desc')
    .execute()

/** Returns all threads of a user, oldest first. */
export const listAllThreads = async (ctx: AppContext, userId: string): Promise<ThreadRecord[]> =>
  shownOf(ctx, userId).orderBy('thread_id').execute()

export const findThread = async (ctx: AppContext, userId: string, threadId: string): Promise<ThreadRecord | undefined> =>
  shownOf(ctx, userId).where('thread_id', '=', threadId).executeTakeFirst()

export async function countThreads(ctx: AppContext, userId: string): Promise<number> {
  const counted = tables(ctx).selectFrom('ask_thread').where('user_id', '=', userId).where('removed_at', 'is', null)
  return (await counted.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
}

export const insertThread = async (ctx: AppContext, row: ThreadRecord): Promise<void> =>
  void (await tables(ctx).insertInto('ask_thread').values(row).execute())

/** Updates a thread and returns it, or undefined when it does not exist or is removed. */
export const updateThread = async (
  ctx: AppContext,
  userId: string,
  threadId: string,
  change: Partial<Pick<ThreadRecord, 'title' | 'changed_at' | 'removed_at'>>,
): Promise<ThreadRecord | undefined> =>
  tables(ctx)
    .updateTable('ask_thread')
    .set(change)
    .where('user_id', '=', userId)
    .where('thread_id', '=', threadId)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Restores a removed thread. Returns it, or undefined when it does not exist. */
export const showThread = async (ctx: AppContext, userId: string, threadId: string): Promise<ThreadRecord | undefined> =>
  tables(ctx)
    .updateTable('ask_thread')
    .set({ removed_at: null })
    .where('user_id', '=', userId)
    .where('thread_id', '=', threadId)
    .returningAll()
    .executeTakeFirst()

export const deleteThreadsRemovedBefore = async (ctx: AppContext, before: Date): Promise<void> =>
  void (await tables(ctx)
    .deleteFrom('ask_thread')
    .where(sql<boolean>`removed_at < ${before}`)
    .execute())
