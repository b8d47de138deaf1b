import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'

export type TermRecord = {
  user_id: string
  term_id: string
  /** Null for a term of all recordings. */
  folder_id: string | null
  term: string
  sounds_like: string[]
  is_enabled: boolean
  corrections: number
  corrected_at: Date | null
  created_at: Date
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ word_list_term: TermRecord }>()

export const listTerms = async (ctx: AppContext, userId: string): Promise<TermRecord[]> =>
  tables(ctx)
    .selectFrom('word_list_term')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(sql`lower(term)`)
    .orderBy('term_id')
    .execute()

export const readTerm = async (ctx: AppContext, userId: string, termId: string): Promise<TermRecord | undefined> =>
  tables(ctx)
    .selectFrom('word_list_term')
    .selectAll()
    .where('user_id', '=', userId)
    .where('term_id', '=', termId)
    .executeTakeFirst()

/** Adds terms and returns their number, not counting those already on the list. */
export async function insertTerms(tx: AppContext, rows: readonly TermRecord[]): Promise<number> {
  if (rows.length === 0) return 0
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('word_list_term')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

export async function updateTerm(
  tx: AppContext,
  { user_id, term_id }: TermRecord,
  change: Partial<Pick<TermRecord, 'term' | 'sounds_like' | 'is_enabled' | 'corrections' | 'corrected_at'>>,
): Promise<void> {
  await tables(tx)
    .updateTable('word_list_term')
    .set(change)
    .where('user_id', '=', user_id)
    .where('term_id', '=', term_id)
    .execute()
}

export async function deleteTerm(tx: AppContext, userId: string, termId: string): Promise<boolean> {
  const { numDeletedRows } = await tables(tx)
    .deleteFrom('word_list_term')
    .where('user_id', '=', userId)
    .where('term_id', '=', termId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
