import type { AppContext } from '#platform/context.ts'

export type CodeRecord = {
  code_hash: Buffer
  tier: 'pro' | 'unlimited'
  months: number
  made_at: Date
  redeemed_at: Date | null
  redeemed_by: string | null
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ activation_code: CodeRecord }>()

export const insertCodes = async (ctx: AppContext, rows: readonly CodeRecord[]): Promise<void> =>
  void (await tables(ctx).insertInto('activation_code').values(rows).execute())

/** Locks a code until the end of the transaction. */
export const lockCode = async (tx: AppContext, hash: Buffer): Promise<CodeRecord | undefined> =>
  tables(tx).selectFrom('activation_code').selectAll().where('code_hash', '=', hash).forUpdate().executeTakeFirst()

export const markRedeemed = async (tx: AppContext, hash: Buffer, userId: string): Promise<void> =>
  void (await tables(tx)
    .updateTable('activation_code')
    .set({ redeemed_at: tx.clock.now(), redeemed_by: userId })
    .where('code_hash', '=', hash)
    .execute())
