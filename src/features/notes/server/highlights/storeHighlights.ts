import type { AppContext } from '#platform/context.ts'

export type HighlightRecord = {
  user_id: string
  file_id: string
  highlight_id: string
  start_ms: number
  end_ms: number
  text: string
  comment: string
  created_at: Date
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ highlight: HighlightRecord }>()

/** Returns the highlights of a recording in the order of their times. */
export const listHighlights = async (ctx: AppContext, userId: string, fileId: string): Promise<HighlightRecord[]> =>
  tables(ctx)
    .selectFrom('highlight')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .orderBy('start_ms')
    .orderBy('created_at')
    .orderBy('highlight_id')
    .execute()

export const listAllHighlights = async (ctx: AppContext, userId: string): Promise<HighlightRecord[]> =>
  tables(ctx)
    .selectFrom('highlight')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('file_id')
    .orderBy('start_ms')
    .orderBy('highlight_id')
    .execute()

export async function countHighlights(ctx: AppContext, userId: string, fileId: string): Promise<number> {
  const counted = tables(ctx)
    .selectFrom('highlight')
    .select((row) => row.fn.countAll<number>().as('n'))
  return (await counted.where('user_id', '=', userId).where('file_id', '=', fileId).executeTakeFirstOrThrow()).n
}

/** Inserts a highlight, unless its id exists, so that requests can be repeated. */
export const insertHighlight = async (ctx: AppContext, row: HighlightRecord): Promise<void> =>
  void (await tables(ctx)
    .insertInto('highlight')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'file_id', 'highlight_id']).doNothing())
    .execute())

type Key = Pick<HighlightRecord, 'user_id' | 'file_id' | 'highlight_id'>

export const readHighlight = async (ctx: AppContext, key: Key) =>
  tables(ctx)
    .selectFrom('highlight')
    .selectAll()
    .where('user_id', '=', key.user_id)
    .where('file_id', '=', key.file_id)
    .where('highlight_id', '=', key.highlight_id)
    .executeTakeFirst()

/** Updates a comment. Returns the highlight, or undefined when it does not exist. */
export const updateComment = async (ctx: AppContext, key: Key, comment: string) =>
  tables(ctx)
    .updateTable('highlight')
    .set({ comment })
    .where('user_id', '=', key.user_id)
    .where('file_id', '=', key.file_id)
    .where('highlight_id', '=', key.highlight_id)
    .returningAll()
    .executeTakeFirst()

/** Deletes a highlight. Returns whether it existed. */
export async function deleteHighlight(ctx: AppContext, key: Key): Promise<boolean> {
  const { numDeletedRows } = await tables(ctx)
    .deleteFrom('highlight')
    .where('user_id', '=', key.user_id)
    .where('file_id', '=', key.file_id)
    .where('highlight_id', '=', key.highlight_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
