import type { AppContext } from '#platform/context.ts'

type ReviewerRecord = { user_id: string; added_at: Date }

const tables = (ctx: AppContext) => ctx.db.withTables<{ template_reviewer: ReviewerRecord }>()

export const isNamedReviewer = async (ctx: AppContext, userId: string): Promise<boolean> =>
  (await tables(ctx).selectFrom('template_reviewer').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !==
  undefined

export const listReviewerIds = async (ctx: AppContext): Promise<string[]> =>
  (await tables(ctx).selectFrom('template_reviewer').select('user_id').orderBy('added_at').execute()).map(
    ({ user_id }) => user_id,
  )

export async function insertReviewer(ctx: AppContext, row: ReviewerRecord): Promise<void> {
  await tables(ctx)
    .insertInto('template_reviewer')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns false when the account is no reviewer. */
export async function deleteReviewer(ctx: AppContext, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tables(ctx).deleteFrom('template_reviewer').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows === 1n
}
