import type { AppContext } from '#platform/context.ts'

type TryRecord = { user_id: string; feature_code: string; use_ref: string; made_at: Date }

const tables = (ctx: AppContext) => ctx.db.withTables<{ feature_try: TryRecord }>()

export async function countTries(ctx: AppContext, userId: string, code: string): Promise<number> {
  const { n } = await tables(ctx)
    .selectFrom('feature_try')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('feature_code', '=', code)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const findTry = async (ctx: AppContext, userId: string, code: string, useRef: string) =>
  tables(ctx)
    .selectFrom('feature_try')
    .selectAll()
    .where('user_id', '=', userId)
    .where('feature_code', '=', code)
    .where('use_ref', '=', useRef)
    .executeTakeFirst()

export const insertTry = async (tx: AppContext, row: TryRecord): Promise<void> =>
  void (await tables(tx).insertInto('feature_try').values(row).execute())

export const deleteTry = async (tx: AppContext, userId: string, code: string, useRef: string): Promise<void> =>
  void (await tables(tx)
    .deleteFrom('feature_try')
    .where('user_id', '=', userId)
    .where('feature_code', '=', code)
    .where('use_ref', '=', useRef)
    .execute())

/** Returns all tries of a user, for the personal data export. */
export const listTries = async (ctx: AppContext, userId: string): Promise<TryRecord[]> =>
  tables(ctx).selectFrom('feature_try').selectAll().where('user_id', '=', userId).orderBy('made_at').orderBy('use_ref').execute()
